import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { parseCourse } from '../deliveries/parse-course';
import { courseStory } from '../read/course-story';
import { listDeliveries } from '../read/deliveries';
import { countDeliveries } from '../read/delivery-counts';
import { eveningOf } from '../read/evening';
import { countForHealth } from '../read/findings';
import { listGaps } from '../read/gaps';
import { listedDelivery } from '../read/listed-delivery';
import { readManagerBranches } from '../read/manager-branches';
import type { Queries, Request, Response } from '../read/messages';
import { readOverview } from '../read/overview';
import { deliveryOf } from '../read/replays';
import { dataQualityOf, posAgainstUs } from '../read/reports/data-quality';
import { distributionOf } from '../read/reports/distribution';
import { heatOf } from '../read/reports/heat';
import { countHistory, historyPage } from '../read/reports/history-page';
import { readAhead } from '../read/reports/read-ahead';
import { summarize } from '../read/reports/summary';
import { targetsOf } from '../read/reports/targets';
import { readScreen } from '../read/screen';
import { readSettings } from '../read/settings';
import { readSubscriptions } from '../read/subscriptions';
import { readUsualWaits } from '../read/usual-wait';
import { listVisits } from '../read/visits';
import { statementsOn } from '../storage/direct';
import { setPragmas } from '../storage/safe-sqlite';

const BUSY_TIMEOUT_MS = 100;

const queries: Queries = {
  courseCount: countHistory,
  course: courseStory,
  listVisits,
  courses: historyPage,
  evening: eveningOf,
  deliveries: (from, filter) => listDeliveries(from, filter, parseCourse),
  gaps: listGaps,
  listedDelivery: (from, id) => listedDelivery(from, id, parseCourse),
  deliveryCounts: countDeliveries,
  delivery: deliveryOf,
  subscriptions: readSubscriptions,
  overview: readOverview,
  screen: readScreen,
  settings: readSettings,
  findings: countForHealth,
  usualWaits: readUsualWaits,
  managerBranches: readManagerBranches,
  summary: summarize,
  distribution: distributionOf,
  heat: heatOf,
  targets: targetsOf,
  dataQuality: dataQualityOf,
  posAgainstUs,
  readAhead,
};

const { databaseFile } = workerData as { databaseFile: string };
const database = new Database(databaseFile, { timeout: BUSY_TIMEOUT_MS, fileMustExist: true });
setPragmas(database, true);
// Statements are fixed, so Prisma's client, which takes 25 MB, is not needed here.
const source = statementsOn(database.prepare.bind(database));

parentPort?.on('message', async ({ id, name, argument }: Request) => {
  let response: Response;
  try {
    response = { id, result: await queries[name](source, argument as never) };
  } catch (error) {
    response = { id, error: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(response);
});
