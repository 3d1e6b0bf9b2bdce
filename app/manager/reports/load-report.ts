import type { PageQuery } from '../../../components/manager/page-query';
import { branchSpan } from '../../../components/manager/page-query';
import { type Compared, comparedWith } from '../../../components/reports/compared';
import { type Line, linePoints, MAX_DAYS_BY_DAY, type Step } from '../../../components/reports/line-points';
import type { Pair, Report } from '../../../components/reports/report';
import { type ReportChoices, reportChoicesOf } from '../../../components/reports/report-choices';
import type { GroupFigures, Measure } from '../../../contract/reports';
import { lengthOf } from '../../../domain/period';
import { pageServer } from '../../../server/pages/page-server';
import type { Grouping } from '../../../server/reports/groups';
import type { ReportFilter } from '../../../server/reports/report-filter';
import { coursesFilter } from '../courses-filter';

/** Measures whose cards cover all courses together; cooking has a card for each course. */
const CARD_MEASURES: readonly Measure[] = ['passWait', 'gap', 'visit'];

/** Loads everything that a report page shows, concurrently. */
export async function loadReport(pageQuery: PageQuery, query: URLSearchParams): Promise<Report> {
  const { read } = pageServer();
  const { chosen, problems } = reportChoicesOf(query, pageQuery);
  const compared = comparedWith(chosen.against, pageQuery);
  const now = filterOf(pageQuery);
  const before = compared && filterOf(comparedQuery(pageQuery, compared));
  // Cards show several measures, and everything else one; the line chart needs no expected times. Reading the rest of a
  // million courses would double the time.
  const summary = async (filter: ReportFilter | null, groupBy: Grouping, of: Measure) => {
    const measures = groupBy === 'none' ? CARD_MEASURES : [of];
    const withExpected = groupBy === 'none' || groupBy === chosen.by;
    return filter && (await read('summary', { ...filter, groupBy, measures, withExpected })).groups;
  };
  const pair = async (groupBy: Grouping, of: Measure = chosen.of) => {
    const [ofNow, ofBefore] = await Promise.all([summary(now, groupBy, of), summary(before, groupBy, of)]);
    return { now: ofNow ?? [], before: ofBefore };
  };

  const ofGroups = pair(chosen.by);
  // All in one call: a promise that rejects while nobody awaits it ends the thread that renders pages.
  const [
    {
      now: [sum = null],
      before: sumBefore,
    },
    groups,
    courses,
    line,
    quality,
    spread,
    heat,
    targets,
    pos,
    serves,
  ] = await Promise.all([
    pair('none'),
    ofGroups,
    chosen.by === 'course' && chosen.of === 'preparation' ? ofGroups : pair('course', 'preparation'),
    lineOf(pageQuery, compared, chosen, (step) => (step === chosen.by ? ofGroups : pair(step))),
    read('dataQuality', now),
    read('distribution', { ...now, of: chosen.of }),
    read('heat', { ...now, hasMedians: chosen.heat === 'median' }),
    read('targets', now),
    read('posDifferenceOf', now),
    read('serves', now),
  ]);
  return {
    pageQuery: { ...pageQuery, problems: [...pageQuery.problems, ...problems] },
    chosen,
    compared,
    total: { now: sum, before: sumBefore?.[0] ?? null },
    courses,
    groups,
    line,
    spread,
    heat,
    targets,
    quality,
    pos,
    serves,
  };
}

/**
 * By weeks if there are too many days. Of the whole history, the number of days with courses is only known after
 * reading.
 */
async function lineOf(
  { days, isAlways }: PageQuery,
  compared: Compared | null,
  { of }: ReportChoices,
  pairOf: (step: Step) => Promise<Pair<readonly GroupFigures[]>>,
): Promise<Line> {
  const points = async (step: Step) => {
    const { now, before } = await pairOf(step);
    return linePoints(now, step, days, compared && before && { groups: before, days: compared.days }, of);
  };
  if (!isAlways && lengthOf(days) <= MAX_DAYS_BY_DAY) return { step: 'day', points: await points('day') };
  const weeks = await points('week');
  if (weeks.length * 7 > MAX_DAYS_BY_DAY) return { step: 'week', points: weeks };
  return { step: 'day', points: await points('day') };
}

function comparedQuery(pageQuery: PageQuery, { branch, days }: Compared): PageQuery {
  return { ...pageQuery, branch, days, isAlways: false };
}

/** All branches together use the days of the first one, because their time zones hardly ever differ. */
function filterOf(pageQuery: PageQuery): ReportFilter {
  const { branch, branches, choices, isAlways } = pageQuery;
  const chosen = branch ? [branch] : branches;
  const [first] = chosen;
  const span = first && !isAlways ? branchSpan(pageQuery, first) : { from: null, to: null };
  return {
    branches: chosen.map((each) => each.number),
    ...span,
    ...coursesFilter(choices),
    now: Object.fromEntries(chosen.map((each) => [each.number, each.now])),
  };
}
