import { parentPort, workerData } from 'node:worker_threads';
import { PrismaClient } from '../../prisma/generated/sqlite/client';
import { deliveryOf, listDeliveries } from '../read/deliveries';
import { countForHealth } from '../read/findings';
import { courseRows, eveningOf } from '../read/history';
import type { Queries, Request, Response } from '../read/messages';
import { readOverview } from '../read/overview';
import { readScreen } from '../read/screen';
import { SafeSqlite } from './safe-sqlite';

const BUSY_TIMEOUT_MS = 100;

const queries: Queries = {
  courses: courseRows,
  evening: eveningOf,
  deliveries: listDeliveries,
  delivery: deliveryOf,
  overview: readOverview,
  screen: readScreen,
  findings: countForHealth,
};

const { databaseFile } = workerData as { databaseFile: string };
const database = new PrismaClient({
  adapter: new SafeSqlite({ file: databaseFile, busyTimeoutMs: BUSY_TIMEOUT_MS, readOnly: true }),
});

parentPort?.on('message', async ({ id, name, argument }: Request) => {
  let response: Response;
  try {
    response = { id, result: await queries[name](database, argument as never) };
  } catch (error) {
    response = { id, error: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(response);
});
