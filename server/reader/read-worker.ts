import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { countDeliveries, listGaps } from '../deliveries/delivery-counts';
import { listDeliveries, listedDelivery, storedDeliveries } from '../deliveries/list-deliveries';
import { parseCourse } from '../deliveries/parse-course';
import { courseDetails } from '../history/course-details';
import { countHistory, historyPage, recentCourses } from '../history/list-courses';
import { readUsualWaits } from '../history/usual-wait';
import { listVisits, tableDayOf } from '../history/visits';
import { readServes } from '../reports/quality';
import { TooManyCourses } from '../reports/read-courses';
import { readReport } from '../reports/report';
import { summarize } from '../reports/summary';
import { CHECKPOINT, EMPTY_LOG } from '../sql/page-statements';
import type { Source } from '../sql/statements';
import type { ReadingPlace } from '../storage/open-database';
import { openReadPool } from '../storage/postgresql';
import { openForReading } from '../storage/read-source';
import { answerRequests, reportLoaded } from '../thread';
import { UserError } from '../user-error';
import { readAudit, readAuditNames } from './audit';
import { coursesCsv, summaryCsv } from './csv';
import { findErasableOrders, findGuests, findLooseDeliveries, findLooseWithText } from './erasable';
import { checkIntegrity, countForHealth } from './findings';
import { readManagerBranches, readOverview, readScreen, readSecondFactor, readSubscriptions } from './pages';
import type { Queries, Query, QueryName } from './queries';
import { createReplicaReader } from './replica';
import { readSettings } from './settings';

const queries: Queries = {
  courseCount: countHistory,
  course: courseDetails,
  listVisits,
  courses: historyPage,
  recentCourses,
  coursesCsv,
  tableDay: tableDayOf,
  deliveries: (from, filter) => listDeliveries(from, filter, parseCourse),
  gaps: listGaps,
  listedDelivery: (from, id) => listedDelivery(from, id, parseCourse),
  deliveryCounts: countDeliveries,
  delivery: storedDeliveries,
  subscriptions: readSubscriptions,
  overview: readOverview,
  screen: readScreen,
  secondFactor: readSecondFactor,
  settings: readSettings,
  audit: readAudit,
  auditNames: readAuditNames,
  findings: countForHealth,
  integrity: checkIntegrity,
  usualWaits: readUsualWaits,
  managerBranches: readManagerBranches,
  summary: summarize,
  summaryCsv,
  serves: readServes,
  report: readReport,
  replica: async () => (await replica?.state()) ?? null,
  checkpoint: (from) => from.$queryRawUnsafe(CHECKPOINT),
  erasableOrders: findErasableOrders,
  guests: findGuests,
  looseWithText: findLooseWithText,
  looseDeliveries: findLooseDeliveries,
  async emptyLog(from) {
    const [outcome] = await from.$queryRawUnsafe<{ busy: number }[]>(EMPTY_LOG);
    return outcome?.busy === 0;
  },
};

/** What managers see of the past. Everything else is read from the database that is written. */
const ON_REPLICA: ReadonlySet<QueryName> = new Set([
  ...(['courseCount', 'course', 'listVisits', 'courses', 'coursesCsv', 'usualWaits'] as const),
  ...(['summary', 'summaryCsv', 'serves', 'report'] as const),
]);

/** @throws UserError with a code for pages, for more courses than one report may cover */
function asUserError(error: unknown): never {
  throw error instanceof TooManyCourses ? new UserError(error.message, 'too-many-courses') : error;
}

const place = workerData as ReadingPlace;
const source = openForReading(place);
reportLoaded();
const replica = place.replicaUrl === null ? null : createReplicaReader(openReadPool(place.replicaUrl), source);

answerRequests(parentPort as MessagePort, ({ name, argument }: Query) => {
  const query = (from: Source): Promise<unknown> =>
    (queries[name](from, argument as never) as Promise<unknown>).catch(asUserError);
  return replica && ON_REPLICA.has(name) ? replica.read(query) : query(source);
});
