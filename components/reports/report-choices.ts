import type { Measure } from '../../contract/reports';
import type { Asked, AskedProblem } from '../office/asked';

export const GROUPS = ['course', 'day', 'hour', 'weekday', 'service', 'kind', 'party', 'branch'] as const;
export type GroupBy = (typeof GROUPS)[number];

export const HEATS = ['late', 'median', 'courses'] as const;
export type HeatOf = (typeof HEATS)[number];

/** What the figures are held against: days before, the same days a year before, or a branch in the same days. */
export type Against = { with: 'before' | 'year' | 'none' } | { with: 'branch'; number: number };

/** What a report shows of the courses that were asked for. */
export type ReportChoices = { of: Measure; by: GroupBy; heat: HeatOf; against: Against };

/** Reads those choices from an address. What makes no sense is left out and told, as in `askedOf`. */
export function reportChoicesOf(
  query: URLSearchParams,
  asked: Asked,
): { chosen: ReportChoices; problems: AskedProblem[] } {
  const problems: AskedProblem[] = [];
  const among = <Value extends string>(parameter: string, values: readonly Value[]): Value | null => {
    const text = query.get(parameter)?.trim();
    if (!text) return null;
    const value = values.find((each) => each === text);
    if (value === undefined) problems.push({ parameter, value: text.slice(0, 60), why: 'choice' });
    return value ?? null;
  };
  const chosen = {
    of: asked.choices.of ?? 'preparation',
    by: among('by', GROUPS) ?? 'course',
    heat: among('heat', HEATS) ?? 'late',
    against: againstOf(query, asked, problems),
  };
  return { chosen, problems };
}

function againstOf(query: URLSearchParams, { branch, branches }: Asked, problems: AskedProblem[]): Against {
  const text = query.get('against')?.trim() || 'before';
  if (text === 'before' || text === 'year' || text === 'none') return { with: text };
  const other = branches.find(({ number }) => text === `branch:${number}`);
  if (other && branch && other.number !== branch.number) return { with: 'branch', number: other.number };
  // A branch beside itself, or beside all of them, is no comparison; that it is asked for happens when one changes branch.
  if (!other) {
    const isBranch = text.startsWith('branch:');
    const value = (isBranch ? text.slice('branch:'.length) : text).slice(0, 60);
    problems.push({ parameter: 'against', value, why: isBranch ? 'branch' : 'choice' });
  }
  return { with: 'before' };
}

/** As it stands in an address; null for what is usual. */
export function againstText(against: Against): string | null {
  if (against.with === 'branch') return `branch:${against.number}`;
  return against.with === 'before' ? null : against.with;
}
