import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { errorMessage } from '../../lib/error-message';
import { reportLoaded } from '../thread';
import { UserError } from '../user-error';
import type { CopyJob, CopyMessage } from './copies';
import { countMissing, makeBackup, stageRestore } from './copy-database';
import { sqliteCode } from './failure';

const send = (message: CopyMessage) => parentPort?.postMessage(message);
const progress = (done: number, of: number) => send({ progress: { done, of } });

function carryOut(job: CopyJob): Promise<unknown> | unknown {
  if (job.name === 'backup') return makeBackup(job.from, job.to, progress);
  if (job.name === 'stage') return stageRestore(job.from, job.to, progress);
  return countMissing(job.from, job.to);
}

new Database(':memory:').close();
reportLoaded();
try {
  send({ result: await carryOut(workerData as CopyJob) });
} catch (error) {
  const message = errorMessage(error);
  send({ failed: { message, isRefusal: error instanceof UserError, code: sqliteCode(error) } });
}
