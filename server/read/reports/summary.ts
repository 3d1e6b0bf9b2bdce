import { EXCLUSIONS, type Exclusion } from '../../../domain/course-times';
import { inSeconds } from '../../../domain/preparation-unit';
import type { Source } from '../source';
import { EXCLUSION_OF_FLAGS } from './columns';
import { type Group, type Grouping, groupCourses } from './groups';
import { lateAfter } from './late-after';
import { gather, gatherTimes, MEASURES, type Measure, mediansOf, type Spread, spreadsOf } from './measures';
import type { GroupPlaces } from './places';
import type { ReportFilter } from './report-filter';
import { type BranchSelection, type Selection, select } from './selection';

/** F17: what a group of courses comes to. Times in seconds. */
export type SummaryGroup = Group & {
  count: number;
  /** Those with a preparation that counts. */
  measured: number;
  /** The median of what the POS expected. */
  expected: number | null;
  /** 0 to 1, of the measured courses. */
  lateRate: number | null;
  excluded: Partial<Record<Exclusion, number>>;
} & Record<Measure, Spread | null>;

/** What of a summary is asked for: of other measures than these it says nothing; left out, of all. */
export type SummaryAsked = ReportFilter & { groupBy: Grouping; measures?: readonly Measure[] };

export type Summary = { groups: SummaryGroup[] };

/** The figures of courses, group by group (contract, Summary). */
export async function summarize(
  source: Source,
  { groupBy, measures = MEASURES, ...filter }: SummaryAsked,
): Promise<Summary> {
  const selection = await select(source, filter);
  const { groups, places } = groupCourses(selection, groupBy);
  const values = new Float64Array(selection.count);
  const spreads = (measure: Measure) =>
    measures.includes(measure) ? spreadsOf(gatherTimes(selection, places, measure, values)) : [];
  const [preparation, passWait, gap, visit] = [
    spreads('preparation'),
    spreads('passWait'),
    spreads('gap'),
    spreads('visit'),
  ];
  const expected = mediansOf(gather(selection, places, expectedIn, values));
  const counts = countsOf(selection, places);
  return {
    groups: groups.map((group, at) => {
      const { count, measured, late, excluded } = counts(at);
      return {
        ...group,
        count,
        measured,
        preparation: preparation[at] ?? null,
        passWait: passWait[at] ?? null,
        gap: gap[at] ?? null,
        visit: visit[at] ?? null,
        expected: expected[at] ?? null,
        lateRate: measured === 0 ? null : late / measured,
        excluded,
      };
    }),
  };
}

/** What the POS expected of the course of a row, in seconds; NaN where that is not known. */
export function expectedIn({ branch, columns }: BranchSelection): (row: number) => number {
  const { expectedRaw } = columns.columns;
  const { unit } = branch.reading;
  return (row) => inSeconds(expectedRaw[row] as number, unit) ?? Number.NaN;
}

type Counts = { count: number; measured: number; late: number; excluded: SummaryGroup['excluded'] };

/** Courses of each group by why they do not count, and how many of those that do were late. */
export function countsOf(selection: Selection, { groupOf, begins }: GroupPlaces): (group: number) => Counts {
  const groups = begins.length - 1;
  const kinds = EXCLUSIONS.length + 1;
  const byKind = new Int32Array(groups * kinds);
  const late = new Int32Array(groups);
  let at = 0;
  for (const { branch, columns, rows } of selection.parts) {
    const { beganAt, readyAt, flags } = columns.columns;
    const limitOf = lateAfter(branch, columns.columns, selection.kept.dictionaries);
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] as number;
      const group = groupOf[at] as number;
      const kind = EXCLUSION_OF_FLAGS[flags[row] as number] as number;
      byKind[group * kinds + kind] = (byKind[group * kinds + kind] as number) + 1;
      if (kind === 0 && (readyAt[row] as number) - (beganAt[row] as number) > limitOf(row))
        late[group] = (late[group] as number) + 1;
      at += 1;
    }
  }
  return (group) => {
    const ofGroup = byKind.subarray(group * kinds, (group + 1) * kinds);
    const excluded = EXCLUSIONS.map((reason, index) => [reason, ofGroup[index + 1] ?? 0] as const);
    return {
      count: ofGroup.reduce((sum, of) => sum + of, 0),
      measured: ofGroup[0] ?? 0,
      late: late[group] ?? 0,
      excluded: Object.fromEntries(excluded.filter(([, of]) => of > 0)),
    };
  };
}
