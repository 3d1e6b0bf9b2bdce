import { isDeepStrictEqual } from 'node:util';
import { errorMessage } from '../../lib/error-message';
import type { ServerBuild } from '../harness/builds';
import {
  addSubscriptionAndScreens,
  builtServer,
  type ChildServer,
  command,
  type DataFolder,
  makeDataFolder,
  startServer,
} from '../harness/child-server';
import { checkBoard, comparable, foldDeliveries, readBoard } from '../harness/folded-board';
import { postAll } from '../harness/post-requests';
import { readStoredData } from '../harness/stored-data';
import { serviceUntil } from '../pos-simulator/generate-service';
import { between, createRandom, pick, type Random } from '../pos-simulator/random';
import { checkFacts, checkTickets } from '../torture/oracle';
import { type ApiFacts, readOperations, requestApi } from './api-case';
import { checkResponses, checkStored, recordSent, type SentCounts, startBystander } from './check-stored';
import { addressed, type DeliveryCase, exchange, headers, plain, unsigned, type ValidDelivery } from './delivery-case';
import { framed, garbage, huge, pipelined, slow } from './framing-case';
import { fuzzSocket } from './socket-case';

/** The server under test and the input of the runs. */
type FuzzTarget = {
  url: URL;
  validDeliveries: readonly ValidDelivery[];
  api: ApiFacts;
  /** Screens that sockets take turns with. */
  socketTokens: readonly string[];
  seed: number;
};

type RunResult = { kind: string; violations: string[]; sent: DeliveryCase['sent'] };

const SLOW_SHARE = 0.003;
const HUGE_SHARE = 0.006;

type FuzzOptions = {
  runs: number;
  seed: number;
  build: ServerBuild;
  /** The number of the only run to perform. */
  only?: number;
  onProgress?: (done: number, violations: number) => void;
};

type FuzzReport = {
  runs: number;
  /** What kinds of requests were sent. */
  kinds: Set<string>;
  stored: number;
  lost: number;
  unsigned: number;
  maxMegabytes: number;
  violations: string[];
};

const CONCURRENCY = 12;
/** The requests of a proxy are not limited as those of strangers are. */
const UNLIMITED = { TRUST_PROXY: '127.0.0.1' };
/** Sockets take turns with screens: 10,000 runs in a minute send 8,000 messages, more than one device may send. */
const SOCKET_SCREENS = new Array<string>(8).fill('ready');
const API_SCREENS = ['ready', 'api', 'api', 'api', 'pickup'];
const PROGRESS_INTERVAL = 500;
/** Far above the usual memory; a server that kept unsigned bodies would exceed it. */
const MAX_MEGABYTES = 450;

/** Sends `runs` odd requests concurrently, and checks the responses, the stored deliveries and the boards. */
export async function runFuzz({ runs, seed, build, only, onProgress }: FuzzOptions): Promise<FuzzReport> {
  const report: FuzzReport = {
    ...{ runs: 0, kinds: new Set(), stored: 0, lost: 0, unsigned: 0, maxMegabytes: 0, violations: [] },
  };
  const data = makeDataFolder();
  const ending: (() => unknown)[] = [data.remove];
  try {
    const server = await startServer({ ...builtServer(UNLIMITED), program: build.main, folder: data.folder });
    ending.push(server.kill);
    const views = ['ready', ...API_SCREENS, ...SOCKET_SCREENS];
    const [token = '', ...tokens] = await addSubscriptionAndScreens(data.folder, views);
    const { ground, validDeliveries } = await prepareTarget(server, tokens, seed);
    const [first = { path: '', body: '' }] = validDeliveries;
    const bystander = await startBystander(server, token, first);
    const sentCounts: SentCounts = new Map();
    for (const delivery of validDeliveries)
      recordSent(sentCounts, [{ body: Buffer.from(delivery.body), isSigned: true, stored: 'must' }], 0);

    const numbers = (only === undefined ? Array.from({ length: runs }, (_, index) => index + 1) : [only]).values();
    const work = async () => {
      for (const run of numbers) {
        const result = await oneRun(ground, run);
        recordSent(sentCounts, result.sent, run);
        report.runs += 1;
        report.kinds.add(result.kind);
        report.violations.push(...result.violations.map((problem) => `run ${run}, ${result.kind}: ${problem}`));
        if (!server.isAlive()) throw new Error(`the server ended in or before run ${run}: ${server.output()}`);
        if (report.runs % PROGRESS_INTERVAL === 0) onProgress?.(report.runs, report.violations.length);
      }
    };
    try {
      await Promise.all(Array.from({ length: CONCURRENCY }, work));
    } finally {
      const { maxMegabytes, violations } = await bystander.stop();
      report.maxMegabytes = maxMegabytes;
      report.violations.push(...violations);
    }
    if (report.maxMegabytes > MAX_MEGABYTES)
      report.violations.push(`the server used ${Math.round(report.maxMegabytes)} MB`);
    for (let remaining = bystander.posted(); remaining > 0; remaining -= 1)
      recordSent(sentCounts, [{ body: Buffer.from(first.body), isSigned: true, stored: 'must' }], 0);

    // Everything that was acknowledged is stored once a request is answered.
    await readBoard(server.url, token);
    const stored = checkStored(data.folder, sentCounts);
    Object.assign(report, { stored: stored.rows, lost: stored.lost, unsigned: stored.unsigned });
    const kept = await readStoredData(data.folder);
    const orders = foldDeliveries(kept.deliveries);
    report.violations.push(...checkFacts(kept, orders), ...checkTickets(kept, orders));
    report.violations.push(...(await checkBoard({ url: server.url, token }, kept, orders)));
    report.violations.push(...stored.violations, ...(await checkRestart(server, build, data, token)));
  } catch (error) {
    report.violations.push(errorMessage(error));
  } finally {
    // Also after an error: a server that still runs would keep this process.
    for (const end of ending.toReversed()) await end();
  }
  return report;
}

/** Posts a service, so that requests can refer to tickets and deliveries that exist. */
async function prepareTarget(server: ChildServer, tokens: readonly string[], seed: number) {
  const validDeliveries = generateDeliveries();
  const { url } = server;
  await postAll(url, validDeliveries);
  const [apiTokens, socketTokens] = [tokens.slice(0, API_SCREENS.length), tokens.slice(API_SCREENS.length)];
  const [ready = '', manager = ''] = apiTokens;
  const board = await readBoard(url, ready);
  const response = await fetch(new URL('/api/v1/deliveries?limit=50', url), {
    headers: { Authorization: `Bearer ${manager}` },
  });
  const { deliveries, nextCursor } = (await response.json()) as {
    deliveries: { id: string }[];
    nextCursor: string | null;
  };
  const tables = board.tables.flatMap(({ number, subNumber }) => [number, subNumber]);
  const knownIds = [
    ...board.tickets.map(({ id }) => id),
    ...deliveries.map(({ id }) => id),
    ...tables,
    nextCursor ?? '1',
  ];
  const api = { operations: await readOperations(url), tokens: apiTokens, knownIds };
  const ground: FuzzTarget = { url, validDeliveries, api, socketTokens, seed };
  return { ground, validDeliveries };
}

/** Checks with `doctor`, and that the board is the same after a restart. */
async function checkRestart(
  server: ChildServer,
  build: ServerBuild,
  data: DataFolder,
  token: string,
): Promise<string[]> {
  const boardOf = async ({ url }: ChildServer) => comparable(await readBoard(url, token));
  const before = await boardOf(server);
  const { findings } = await command<{ findings: { level: string; what: string }[] }>(data.folder, 'doctor');
  await server.stop();
  const restarted = await startServer({ program: build.main, folder: data.folder });
  const after = await boardOf(restarted).finally(restarted.stop);
  const errors = findings.filter(({ level }) => level === 'error').map(({ what }) => `doctor: ${what}`);
  return [...errors, ...(isDeepStrictEqual(after, before) ? [] : ['the board differs after a restart'])];
}

/** Valid deliveries of a service that ends now. */
export function generateDeliveries(): ValidDelivery[] {
  const deliveries = serviceUntil(Date.now(), 8, { orders: 40, tables: 12, minutes: 60, faults: true });
  return deliveries.map(({ path, body }) => ({ path, body }));
}

/** The random numbers of a run, independent of other runs. */
export function randomOf(seed: number, run: number): Random {
  return createRandom((seed * 1_000_003 + run * 7_919) >>> 0);
}

/** Performs a run. The same seed and number send the same requests. */
async function oneRun(target: FuzzTarget, run: number): Promise<RunResult> {
  const random = randomOf(target.seed, run);
  const chance = random();
  if (chance < 0.2) {
    return { kind: 'API', violations: await requestApi(target.url, target.api, random), sent: [] };
  }
  if (chance < 0.28) {
    const token = target.socketTokens[run % target.socketTokens.length] ?? '';
    const violations = await fuzzSocket(target.url, token, target.api.knownIds, random);
    return { kind: 'socket', violations, sent: [] };
  }
  const fuzzCase = deliveryCase(target.validDeliveries, random);
  const { pieces, ending, sent, timeoutMs } = fuzzCase;
  const received = await exchange(Number(target.url.port), {
    ...{ pieces, ending, timeoutMs, expected: ending === 'reset' ? 0 : Math.max(1, sent.length) },
  });
  return { kind: fuzzCase.kind, violations: checkResponses(fuzzCase, received), sent };
}

export function deliveryCase(validDeliveries: readonly ValidDelivery[], random: Random): DeliveryCase {
  const good = pick(random, validDeliveries);
  if (random() < SLOW_SHARE) return slow(good, random);
  if (random() < HUGE_SHARE) return huge(good, random, random() < 0.5);
  const chance = random();
  if (chance < 0.5) return plain(good, random);
  if (chance < 0.65) return unsigned(good, random);
  if (chance < 0.75) return headers(good, random);
  if (chance < 0.87) return framed(good, random);
  if (chance < 0.92) return pipelined([good, ...several(validDeliveries, random)], random);
  return chance < 0.98 ? addressed(good, random) : garbage(random);
}

function several(validDeliveries: readonly ValidDelivery[], random: Random): ValidDelivery[] {
  return Array.from({ length: between(random, 1, 9) }, () => pick(random, validDeliveries));
}
