import type { ManagerBranch } from '../../../components/manager/manager-branch';
import { branchSpan, type PageQuery } from '../../../components/manager/page-query';
import { type Compared, comparedWith, reachedIn } from '../../../components/reports/compared';
import { type Line, linePoints, MAX_DAYS_BY_DAY, type Step } from '../../../components/reports/line-points';
import type { Report } from '../../../components/reports/report';
import { type ReportChoices, reportChoicesOf } from '../../../components/reports/report-choices';
import { lengthOf } from '../../../domain/period';
import { pageServer } from '../../../server/pages/page-server';
import type { ReportFilter } from '../../../server/reports/filter';
import type { ReportFigures } from '../../../server/reports/report';
import { coursesFilter } from '../courses-filter';

/** Loads everything that a report page shows. */
export async function loadReport(pageQuery: PageQuery, query: URLSearchParams): Promise<Report> {
  const { chosen, problems } = reportChoicesOf(query, pageQuery);
  const compared = comparedWith(chosen.against, pageQuery);
  const figures = await pageServer().read('report', {
    now: filterOf(pageQuery, (branch) => reachedIn(pageQuery.days, pageQuery.days, branch)),
    before:
      compared &&
      filterOf({ ...pageQuery, branch: compared.branch, days: compared.days, isAlways: false }, (branch) =>
        reachedIn(compared.days, pageQuery.days, branch),
      ),
    of: chosen.of,
    by: chosen.by,
    hasMedians: chosen.heat === 'median',
  });
  const { now, before, ...others } = figures;
  return {
    ...others,
    pageQuery: { ...pageQuery, problems: [...pageQuery.problems, ...problems] },
    chosen,
    compared,
    total: { now: now.total, before: before?.total ?? null },
    courses: { now: now.courses, before: before?.courses ?? null },
    groups: { now: now.groups, before: before?.groups ?? null },
    line: lineOf(pageQuery, compared, chosen, figures),
  };
}

/** By weeks if there are too many days with courses. */
function lineOf(
  { days, isAlways }: PageQuery,
  compared: Compared | null,
  { of }: ReportChoices,
  { now, before }: ReportFigures,
): Line {
  const lineBy = (step: Step): Line => {
    const groups = step === 'day' ? 'days' : 'weeks';
    const ofBefore = compared && before && { groups: before[groups], days: compared.days };
    return { step, points: linePoints(now[groups], step, days, ofBefore, of) };
  };
  if (!isAlways && lengthOf(days) <= MAX_DAYS_BY_DAY) return lineBy('day');
  const byWeek = lineBy('week');
  return byWeek.points.length * 7 > MAX_DAYS_BY_DAY ? byWeek : lineBy('day');
}

/**
 * All branches together use the days of the first one, because their time zones hardly ever differ. `reached`: the instant
 * until which a branch is looked at.
 */
function filterOf(pageQuery: PageQuery, reached: (branch: ManagerBranch) => number | null): ReportFilter {
  const { branch, branches, choices, isAlways } = pageQuery;
  const chosen = branch ? [branch] : branches;
  const [first] = chosen;
  const span = first && !isAlways ? branchSpan(pageQuery, first) : { from: null, to: null };
  return {
    branches: chosen.map((each) => each.number),
    ...span,
    ...coursesFilter(choices),
    now: Object.fromEntries(chosen.map((each) => [each.number, each.now])),
    asOf: Object.fromEntries(chosen.map((each) => [each.number, reached(each)])),
  };
}
