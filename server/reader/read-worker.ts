import { serialize } from 'node:v8';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { countDeliveries } from '../deliveries/delivery-counts';
import { listGaps } from '../deliveries/gaps';
import { listDeliveries } from '../deliveries/list-deliveries';
import { listedDelivery } from '../deliveries/listed-delivery';
import { parseCourse } from '../deliveries/parse-course';
import { storedDeliveries } from '../deliveries/stored-deliveries';
import { courseDetails } from '../history/course-details';
import { countHistory, historyPage } from '../history/history-page';
import { tableDayOf } from '../history/table-visits';
import { readUsualWaits } from '../history/usual-wait';
import { listVisits } from '../history/visits';
import { limitColumns } from '../reports/column-cache';
import { dataQualityOf, posDifferenceOf } from '../reports/data-quality';
import { distributionOf } from '../reports/distribution';
import { heatOf } from '../reports/heat';
import { readAhead } from '../reports/read-ahead';
import { readServes } from '../reports/serves';
import { summarize } from '../reports/summary';
import { targetsOf } from '../reports/targets';
import { TooManyCourses } from '../reports/too-many-courses';
import { CHECKPOINT, EMPTY_LOG } from '../sql/health-statements';
import type { Source } from '../sql/statements';
import type { ReadingPlace } from '../storage/open-database';
import { openReadPool } from '../storage/postgresql';
import { openForReading } from '../storage/read-source';
import { reportLoaded } from '../storage/thread';
import { answerRequests } from '../storage/thread-requests';
import { UserError } from '../user-error';
import { readAudit, readAuditNames } from './audit';
import { coursesCsv } from './courses-csv';
import { findErasableOrders, findLooseDeliveries } from './erasable';
import { checkIntegrity, countForHealth } from './findings';
import { findGuests, findLooseWithText } from './guests';
import { readManagerBranches } from './manager-branches';
import { readOverview } from './overview';
import type { Queries, Query, QueryName } from './queries';
import { createReplicaReader } from './replica';
import { readScreen } from './screen';
import { readSecondFactor } from './second-factor';
import { readSettings } from './settings';
import { readSubscriptions } from './subscriptions';
import { summaryCsv } from './summary-csv';

const queries: Queries = {
  courseCount: countHistory,
  course: courseDetails,
  listVisits,
  courses: historyPage,
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
  distribution: distributionOf,
  heat: heatOf,
  targets: targetsOf,
  dataQuality: dataQualityOf,
  posDifferenceOf,
  readAhead,
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
  ...(['courseCount', 'course', 'listVisits', 'courses', 'coursesCsv', 'usualWaits', 'readAhead'] as const),
  ...([
    'summary',
    'summaryCsv',
    'serves',
    'distribution',
    'heat',
    'targets',
    'dataQuality',
    'posDifferenceOf',
  ] as const),
]);

/** @throws UserError with a code for pages, for more courses than fit in the memory */
function asUserError(error: unknown): never {
  throw error instanceof TooManyCourses ? new UserError(error.message, 'too-many-courses') : error;
}

const place = workerData as ReadingPlace;
const source = openForReading(place);
reportLoaded();
const replica = place.replicaUrl === null ? null : createReplicaReader(openReadPool(place.replicaUrl), source);

answerRequests(parentPort as MessagePort, async ({ name, argument, isSerialized }: Query) => {
  const query = (from: Source): Promise<unknown> => {
    limitColumns(from, place.reportBytes);
    return (queries[name](from, argument as never) as Promise<unknown>).catch(asUserError);
  };
  const result = await (replica && ON_REPLICA.has(name) ? replica.read(query) : query(source));
  return isSerialized ? serialize(result) : result;
});
