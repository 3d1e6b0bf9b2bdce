import * as z from 'zod';
import { oneOf } from '../../contract/parts';
import { servesReportShape, summaryShape } from '../../contract/reports';
import { branchNowOf, timeZoneOf } from '../board/read-board';
import type { Core } from '../core';
import { branchParameter, refineRange } from '../http/parameters';
import type { ReportFilter } from '../reports/filter';
import { GROUPINGS } from '../reports/groups';
import { branchFor, type Viewer } from './access';
import { type CourseQuery, courseFilterOf, courseParameters } from './courses';
import { answered, asProblem, type Endpoint, endpoint } from './endpoint';

const queryWith = (branch: string) =>
  refineRange(
    z.strictObject({
      branch: branchParameter.describe(branch),
      groupBy: oneOf(GROUPINGS).default('none'),
      ...courseParameters,
    }),
  );

export const summaryEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/api/v1/history/summary',
    summary: 'Durations of courses by group. Percentiles are of R type 7, also for few courses.',
    views: ['api'],
    query: queryWith('The branch. Optional for callers with one branch, and with groupBy=branch.'),
    reply: summaryShape,
    async handle({ deps, viewer, query: { branch, groupBy, ...query } }) {
      const branches = groupBy === 'branch' ? branchesFor(viewer, branch) : [branchFor(viewer, branch)];
      return deps.reader.read('summary', { ...filterOf(deps, branches, query), groupBy }).catch(asProblem);
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/history/summary.csv',
    summary: 'The same figures as a table: first for all courses, then for each group.',
    views: ['api'],
    query: queryWith('The branch; by default all branches of the caller together.'),
    reply: z.string(),
    async handle({ deps, viewer, response, query: { branch, groupBy, ...query } }) {
      const branches = branchesFor(viewer, branch);
      const filter = filterOf(deps, branches, query);
      const [first = 0] = branches;
      const table = { filter, groupBy, timeZone: timeZoneOf(deps, first) };
      const file = { name: 'heatlamp-figures.csv', hasByteOrderMark: viewer.manager !== null };
      await deps.exports.send(response, file, async () => ({
        csv: await deps.reader.read('summaryCsv', table).catch(asProblem),
        readNext: null,
      }));
      return answered;
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/history/serves',
    summary: 'How often *served* was pressed in the POS, of the courses that became ready, and by workplace.',
    views: ['api'],
    query: refineRange(z.strictObject({ branch: branchParameter, ...courseParameters })),
    reply: servesReportShape,
    handle({ deps, viewer, query: { branch, ...query } }) {
      return deps.reader.read('serves', filterOf(deps, [branchFor(viewer, branch)], query)).catch(asProblem);
    },
  }),
];

function filterOf(deps: Core, branches: readonly number[], query: CourseQuery): ReportFilter {
  const now = Object.fromEntries(branches.map((number) => [number, branchNowOf(deps, number)]));
  return { ...courseFilterOf(deps, branches, query), branches, now };
}

/** All branches of the viewer, unless the query names one. @throws Problem 403 */
function branchesFor(viewer: Viewer, requested: number | undefined): readonly number[] {
  return requested === undefined ? viewer.branches : [branchFor(viewer, requested)];
}
