import type { Measure } from '../../contract/constants';
import { type PageQuery, type QueryProblem, queryReader } from '../manager/page-query';

export const GROUPS = ['course', 'day', 'hour', 'weekday', 'service', 'kind', 'party', 'branch'] as const;
export type GroupBy = (typeof GROUPS)[number];

export const HEATS = ['late', 'median', 'courses'] as const;
export type HeatOf = (typeof HEATS)[number];

/**
 * What the figures are compared with: the days before, the same days a year before, or another branch in the same days.
 */
export type Against = { with: 'before' | 'year' | 'none' } | { with: 'branch'; number: number };

/** Options of a report, besides its filters. */
export type ReportChoices = { of: Measure; by: GroupBy; heat: HeatOf; against: Against };

/** Parses these options from an address. Invalid values are omitted and reported, as in `parsePageQuery`. */
export function reportChoicesOf(
  query: URLSearchParams,
  pageQuery: PageQuery,
): { chosen: ReportChoices; problems: QueryProblem[] } {
  const problems: QueryProblem[] = [];
  const { among } = queryReader(query, problems);
  const chosen = {
    of: pageQuery.choices.of ?? 'preparation',
    by: among('by', GROUPS) ?? 'course',
    heat: among('heat', HEATS) ?? 'late',
    against: againstOf(query, pageQuery, problems),
  };
  return { chosen, problems };
}

function againstOf(query: URLSearchParams, { branch, branches }: PageQuery, problems: QueryProblem[]): Against {
  const text = query.get('against')?.trim() || 'before';
  if (text === 'before' || text === 'year' || text === 'none') return { with: text };
  const other = branches.find(({ number }) => text === `branch:${number}`);
  if (other && branch && other.number !== branch.number) return { with: 'branch', number: other.number };
  // Comparing a branch with itself or with all is meaningless, but happens when the branch of the page changes.
  if (!other) {
    const isBranch = text.startsWith('branch:');
    const value = (isBranch ? text.slice('branch:'.length) : text).slice(0, 60);
    problems.push({ parameter: 'against', value, why: isBranch ? 'branch' : 'choice' });
  }
  return { with: 'before' };
}

/** Text for the address; null for the default. */
export function againstText(against: Against): string | null {
  if (against.with === 'branch') return `branch:${against.number}`;
  return against.with === 'before' ? null : against.with;
}
