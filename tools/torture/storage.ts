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
import { type ServiceOptions, serviceUntil } from '../pos-simulator/generate-service';
import type { Posting } from '../pos-simulator/post-delivery';
import type { TortureFault } from './fault';
import { newLedger } from './load';
import { checkFolder, checkHistory, waitUntilDrained } from './oracle';

/** What a fault of the storage reports: figures to print, and violations. */
export type Findings = {
  figure: (name: string, value: string | number) => void;
  /** Records a violation if the condition is false. */
  expect: (condition: boolean, violation: string) => void;
  /** Registers a clean-up for the end, also after a failure or a signal. The last one runs first. */
  onEnd: (cleanUp: () => unknown) => void;
  seed: number;
};

/** A posting, the status of its response (null without one), and how long that took. */
type Response = Posted & { latencyMs: number };

/** The server, from its TypeScript sources. */
export const SERVER: Program = { program: 'server/main.ts', options: ['--import', 'tsx'] };

/** A fault of the disk or of the database file of one server. */
export function storageFault(title: string, inflict: (findings: Findings) => Promise<void>): TortureFault {
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
      await inflict({
        figure: (what, value) => log(`  ${what}: ${value}`),
        expect: (condition, violation) => void (condition || violations.push(violation)),
        onEnd: (undo) => void cleanUps.push(undo),
        seed,
      }).catch((error) => violations.push(errorMessage(error)));
      await cleanUp();
      process.off('SIGINT', end).off('SIGTERM', end);
      return { checks: 1, violations, text: '' };
    },
  };
}

/** Creates a data folder below `parent` with a subscription and a screen of branch 1. Removed at the end. */
export async function makeFolder(
  { onEnd }: Findings,
  { parent, user }: { parent?: string; user?: number } = {},
): Promise<{ folder: string; token: string }> {
  const { folder, remove } = makeDataFolder(parent);
  onEnd(remove);
  // mkdtemp grants permissions to the owner only, but one fault runs the server as another user.
  chmodSync(path.dirname(folder), 0o755);
  if (user !== undefined) chownSync(folder, user, user);
  const server = await startServer({ ...SERVER, folder, ...(user === undefined ? {} : { user }) });
  const [token = ''] = await addSubscriptionAndScreens(folder, ['api']);
  await server.stop();
  return { folder, token };
}

/** Starts the server on a folder. It is killed at the end if it still runs. */
export async function startOn(
  { onEnd }: Findings,
  folder: string,
  options: Pick<Program, 'preload' | 'user'> = {},
): Promise<ChildServer> {
  const server = await startServer({ ...SERVER, folder, ...options });
  onEnd(server.kill);
  return server;
}

/** A generated service that ends now, in order of arrival. */
export function serviceUntilNow(seed: number, options: Partial<ServiceOptions> = {}): Posting[] {
  const deliveries = serviceUntil(Date.now(), seed, { faults: true, ...options });
  return deliveries.map(({ path, body }) => ({ dueMs: 0, path, body, kind: 'delivery' }));
}

/** Schedules the postings at this many per second. */
export function atRate(postings: readonly Posting[], perSecond: number): Posting[] {
  return postings.map((posting, index) => ({ ...posting, dueMs: (index * 1_000) / perSecond }));
}

/** Sends postings in order over several connections, each when it is due. Resolves to every posting that was sent. */
export async function send(url: URL, postings: readonly Posting[], connections: number): Promise<Response[]> {
  const responses: Response[] = [];
  await sendAll(url, postings, connections, (posting, reply) => {
    const { status, latencyMs } = 'status' in reply ? reply : { status: null, latencyMs: Number.POSITIVE_INFINITY };
    responses.push({ ...posting, status, latencyMs });
  });
  return responses;
}

/** Number of postings by status, as text. */
export function statuses(responses: readonly Response[]): string {
  const counts = countEach(responses.map(({ status }) => (status === null ? 'no response' : String(status))));
  return [...counts].map(([name, count]) => `${count} × ${name}`).join(', ');
}

/** Percentiles of the latencies, as text. */
export function latencies(responses: readonly Response[]): string {
  const all = responses.map(({ latencyMs }) => latencyMs);
  const at = (share: number) => percentile(all, share).toFixed(0);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`;
}

/** Expects that every response is one of these. */
export function expectStatuses({ expect }: Findings, responses: readonly Response[], ...allowed: number[]): void {
  expect(
    responses.every(({ status }) => status !== null && allowed.includes(status)),
    `unexpected statuses: ${statuses(responses)}`,
  );
}

/** Compares what is stored, shown and listed with the responses, once nothing waits for the database. */
export async function checkStored(
  { figure, expect }: Findings,
  server: { folder: string; url: URL; token: string },
  responses: readonly Response[],
): Promise<void> {
  await waitUntilDrained(server.url);
  const kept = readStoredData(server.folder);
  const orders = foldDeliveries(kept.deliveries);
  const { violations } = checkFolder(kept, orders, { ...newLedger(), posted: [...responses] });
  figure('sent and stored', `${responses.length} and ${kept.deliveries.length}`);
  const found = [...violations, ...(await checkHistory(server, kept)), ...(await checkBoard(server, kept, orders))];
  for (const violation of found) expect(false, violation);
}
