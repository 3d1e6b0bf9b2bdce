import { chmodSync, chownSync } from 'node:fs';
import path from 'node:path';
import { errorMessage } from '../../lib/error-message';
import { percentile } from '../../lib/percentile';
import {
  addSubscriptionAndScreens,
  type ChildServer,
  makeDataFolder,
  type Program,
  startServer,
} from '../harness/child-server';
import { checkBoard, foldDeliveries } from '../harness/folded-board';
import { sendAll } from '../harness/post-requests';
import { countEach, type Posted, readStoredData } from '../harness/stored-data';
import { waitUntilDrained } from '../harness/wait';
import { serviceUntil } from '../pos-simulator/generate-service';
import type { TortureFault } from './fault';
import { newLedger } from './load';
import { checkFolder, checkHistory } from './oracle';

/** A posting, the status of its response (null without one), and how long that took. */
type Response = Posted & { latencyMs: number };
type SendOptions = { perSecond?: number; statuses?: readonly number[] };

/** Registers a clean-up for the end, also after a failure or a signal. The last one runs first. */
type OnEnd = (cleanUp: () => unknown) => void;

/** A server whose storage fails, and a POS that posts a service to it. */
type StorageRig = {
  folder: string;
  /** Starts the server. It is killed at the end if it still runs. */
  start: (options?: Pick<Program, 'preload'>) => Promise<ChildServer>;
  /** Sends this many of the service's deliveries, each when it is due. Each must get one of the statuses, else 200. */
  send: (url: URL, count: number, options?: SendOptions) => Promise<Response[]>;
  /** Sends the others, and compares what is stored, shown and listed with all responses, once nothing waits. */
  finish: (url: URL) => Promise<void>;
  /** Records a violation if the condition is false. */
  expect: (condition: boolean, violation: string) => void;
  onEnd: OnEnd;
};

/** `parent` makes the folder for the data; `user` is that of the server. */
type FaultOptions = { orders: number; parent?: (onEnd: OnEnd) => string; user?: number };

/** The server, from its TypeScript sources. */
export const SERVER: Program = { program: 'server/main.ts', options: ['--import', 'tsx'] };
const CONNECTIONS = 16;

/** A fault of the disk or of the database file of one server. */
export function storageFault(
  title: string,
  options: FaultOptions,
  inflict: (rig: StorageRig) => Promise<void>,
): TortureFault {
  return {
    title,
    needsRoot: true,
    async run({ seed, log }) {
      const violations: string[] = [];
      const cleanUps: (() => unknown)[] = [];
      const cleanUp = async () => {
        for (let next = cleanUps.pop(); next; next = cleanUps.pop())
          await Promise.resolve(next()).catch((error) => log(`  clean-up failed: ${String(error)}`));
      };
      // At a signal too, so that no mount and no immutable file remains.
      const end = () => void cleanUp();
      process.once('SIGINT', end).once('SIGTERM', end);
      try {
        await inflict(await openRig(options, seed, violations, (undo) => void cleanUps.push(undo), log));
      } catch (error) {
        violations.push(errorMessage(error));
      }
      await cleanUp();
      process.off('SIGINT', end).off('SIGTERM', end);
      return { checks: 1, violations };
    },
  };
}

/** Creates a data folder with a subscription and a screen of branch 1. */
async function openRig(
  { orders, parent, user }: FaultOptions,
  seed: number,
  violations: string[],
  onEnd: OnEnd,
  log: (line: string) => void,
): Promise<StorageRig> {
  const { folder, remove } = makeDataFolder(parent?.(onEnd));
  onEnd(remove);
  // mkdtemp grants permissions to the owner only, but one fault runs the server as another user.
  chmodSync(path.dirname(folder), 0o755);
  if (user !== undefined) chownSync(folder, user, user);
  const program = { ...SERVER, folder, ...(user === undefined ? {} : { user }) };
  const setUp = await startServer(program);
  const [token = ''] = await addSubscriptionAndScreens(folder, ['api']);
  await setUp.stop();
  const postings = serviceUntil(Date.now(), seed, { faults: true, orders });
  const sent: Response[] = [];

  async function send(url: URL, count: number, { perSecond = Infinity, statuses = [200] }: SendOptions = {}) {
    const next = postings.slice(sent.length, sent.length + count);
    if (next.length < count) throw new Error(`only ${postings.length} deliveries were generated`);
    const responses: Response[] = [];
    const due = next.map(({ path, body }, index) => ({ path, body, dueMs: (index * 1_000) / perSecond }));
    await sendAll(url, due, CONNECTIONS, (posting, reply) => {
      const { status, latencyMs } = 'status' in reply ? reply : { status: null, latencyMs: Number.POSITIVE_INFINITY };
      responses.push({ ...posting, status, latencyMs });
    });
    sent.push(...responses);
    const counts = countEach(responses.map(({ status }) => String(status)));
    const text = [...counts].map(([status, times]) => `${times} × ${status}`).join(', ');
    const times = responses.map(({ latencyMs }) => latencyMs);
    log(`  answered ${text}; p99 ${percentile(times, 0.99).toFixed(0)} ms`);
    if (responses.some(({ status }) => status === null || !statuses.includes(status)))
      violations.push(`deliveries were answered ${text}`);
    return responses;
  }

  return {
    ...{ folder, send, onEnd },
    async start(how = {}) {
      const server = await startServer({ ...program, ...how });
      onEnd(server.kill);
      return server;
    },
    async finish(url) {
      await waitUntilDrained(url);
      await send(url, postings.length - sent.length);
      await waitUntilDrained(url);
      const kept = await readStoredData(folder);
      const folded = foldDeliveries(kept.deliveries);
      const server = { url, token };
      violations.push(...checkFolder(kept, folded, { ...newLedger(), posted: sent }).violations);
      violations.push(...(await checkHistory(server, kept)), ...(await checkBoard(server, kept, folded)));
    },
    expect: (condition, violation) => void (condition || violations.push(violation)),
  };
}
