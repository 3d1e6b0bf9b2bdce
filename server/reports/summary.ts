import type { GroupFigures, Measure } from '../../contract/reports';
import { MEASURES } from '../../contract/reports';
import type { Source } from '../sql/statements';
import { inBatches, spanOf } from './column-cache';
import { countsOf } from './course-counts';
import { expectedBy } from './expected';
import { type Grouping, groupCourses } from './groups';
import type { ReportFilter } from './report-filter';
import { select } from './selection';
import { servesOf } from './serves';
import { spreadsBy } from './spreads';

/** Requested measures of a summary. By default all of them, and the expected times; others are null. */
export type SummaryQuery = ReportFilter & {
  groupBy: Grouping;
  measures?: readonly Measure[];
  withExpected?: boolean;
};

export type Summary = { groups: GroupFigures[] };

/** The figures of courses, group by group (contract, Summary). @throws TooManyCourses */
export async function summarize(source: Source, query: SummaryQuery): Promise<Summary> {
  if (query.groupBy !== 'branch') return summarizeAtOnce(source, query);
  // Branches have no course in common, so there may be more than fit in the memory together.
  const spans = query.branches.toSorted((a, b) => a - b).map((branch) => spanOf(branch, query));
  const groups: GroupFigures[] = [];
  for (const batch of await inBatches(source, spans)) {
    const branches = batch.map(({ branch }) => branch);
    groups.push(...(await summarizeAtOnce(source, { ...query, branches })).groups);
  }
  return { groups };
}

async function summarizeAtOnce(
  source: Source,
  { groupBy, measures = MEASURES, withExpected = true, ...filter }: SummaryQuery,
): Promise<Summary> {
  const selection = await select(source, filter);
  const { groups, places } = groupCourses(selection, groupBy);
  const spreads = (measure: Measure) => (measures.includes(measure) ? spreadsBy(selection, groupBy, measure) : []);
  const [preparation, passWait, gap, visit] = [
    spreads('preparation'),
    spreads('passWait'),
    spreads('gap'),
    spreads('visit'),
  ];
  const expected = withExpected ? expectedBy(selection, groupBy) : [];
  const counts = countsOf(selection, places);
  const serves = servesOf(selection, places);
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
        serves: serves(at),
      };
    }),
  };
}
