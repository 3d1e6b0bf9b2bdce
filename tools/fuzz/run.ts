import { isDeepStrictEqual } from 'node:util';
import { checkFacts, checkTickets } from '../crash-test/check-folder';
import { checkBoard, readBoard } from '../harness/check-board';
import { type ChildServer, startServer } from '../harness/child-server';
import { command } from '../harness/control';
import { type DataFolder, furnish, makeDataFolder } from '../harness/data-folder';
import { comparable, foldJournal } from '../harness/folded-board';
import { readKept } from '../harness/kept-folder';
import { postAll } from '../harness/post-all';
import type { ServerBuild } from '../harness/server-build';
import { readOperations } from './api-case';
import { type Bystanding, standBy } from './bystander';
import { type Accounts, checkStored, enter } from './check-stored';
import { type Ground, goodDeliveries, oneRun } from './one-run';

export type FuzzOptions = {
  runs: number;
  seed: number;
  build: ServerBuild;
  /** Only this run. */
  only?: number;
  onProgress?: (done: number, report: FuzzReport) => void;
};

export type FuzzReport = {
  runs: number;
  /** By kind of request. */
  kinds: Map<string, number>;
  /** By kind and status. */
  answers: Map<string, number>;
  stored: number;
  lost: number;
  unsigned: number;
  bystander: Bystanding | null;
  broken: string[];
};

const AT_ONCE = 12;
const PROGRESS_EVERY = 500;
/** Far above what the server needs; one that kept unsigned bodies would exceed it. */
const MOST_MEGABYTES = 450;

/** Sends that many odd requests, many at a time, and checks the promises for unsigned requests and for the POS. */
export async function runFuzz({ runs, seed, build, only, onProgress }: FuzzOptions): Promise<FuzzReport> {
  const report: FuzzReport = {
    ...{ runs: 0, kinds: new Map(), answers: new Map(), stored: 0, lost: 0, unsigned: 0, bystander: null, broken: [] },
  };
  const data = makeDataFolder();
  try {
    const server = await startServer({ program: build.main, folder: data.folder });
    const tokens = await furnish(data.folder, ['ready', 'api', 'api', 'api', 'pickup']);
    const { ground, goods } = await groundOf(server, tokens, seed);
    const [first = { path: '', body: '' }] = goods;
    const bystander = standBy(server, ground.token, first);
    const accounts: Accounts = new Map();
    for (const good of goods) enter(accounts, [{ body: Buffer.from(good.body), isSigned: true, stored: 'must' }], 0);

    const numbers = (only === undefined ? Array.from({ length: runs }, (_, index) => index + 1) : [only]).values();
    const work = async () => {
      for (const run of numbers) {
        const seen = await oneRun(ground, run);
        enter(accounts, seen.sent, run);
        tally(report, seen.kind, seen.answers);
        report.broken.push(...seen.broken.map((problem) => `run ${run}, ${seen.kind}: ${problem}`));
        if (!server.isAlive()) throw new Error(`the server ended in or before run ${run}: ${server.output()}`);
        if (report.runs % PROGRESS_EVERY === 0) onProgress?.(report.runs, report);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    report.bystander = await bystander.stop();
    report.broken.push(...report.bystander.broken);
    if (report.bystander.mostMegabytes > MOST_MEGABYTES)
      report.broken.push(`the server took ${Math.round(report.bystander.mostMegabytes)} MB`);
    for (let left = bystander.posted(); left > 0; left -= 1)
      enter(accounts, [{ body: Buffer.from(first.body), isSigned: true, stored: 'must' }], 0);

    const stored = checkStored(data.folder, accounts);
    Object.assign(report, { stored: stored.rows, lost: stored.lost, unsigned: stored.unsigned });
    const kept = readKept(data.folder);
    const orders = foldJournal(kept.deliveries);
    report.broken.push(...checkFacts(kept, orders), ...checkTickets(kept, orders));
    report.broken.push(...(await checkBoard({ url: server.url, token: ground.token }, kept, orders)));
    report.broken.push(...stored.broken, ...(await sameAfterRestart(server, build, data, ground.token)));
  } catch (error) {
    report.broken.push(error instanceof Error ? error.message : String(error));
  } finally {
    data.remove();
  }
  return report;
}

/** A server with an evening, so that there are tickets and deliveries to request. */
async function groundOf(server: ChildServer, tokens: readonly string[], seed: number) {
  const goods = goodDeliveries();
  const { url } = server;
  await postAll(url, goods);
  const [token = ''] = tokens;
  const board = await readBoard(url, token);
  const journal = new URL('/api/v1/deliveries?limit=50', url);
  const response = await fetch(journal, { headers: { Authorization: `Bearer ${tokens[1]}` } });
  const { deliveries, nextCursor } = (await response.json()) as {
    deliveries: { id: string }[];
    nextCursor: string | null;
  };
  const tables = board.tables.flatMap(({ number, subNumber }) => [number, subNumber]);
  const known = [...board.tickets.map(({ id }) => id), ...deliveries.map(({ id }) => id), ...tables, nextCursor ?? '1'];
  const api = { operations: await readOperations(url), tokens, known };
  const ground: Ground = { url, goods, api, token, seed };
  return { ground, goods };
}

/** The board that odd facts produced is the result of the same facts again. */
async function sameAfterRestart(
  server: ChildServer,
  build: ServerBuild,
  data: DataFolder,
  token: string,
): Promise<string[]> {
  const look = async ({ url }: ChildServer) => comparable(await readBoard(url, token));
  const before = await look(server);
  const { findings } = await command<{ findings: { level: string; what: string }[] }>(data.folder, 'doctor');
  await server.stop();
  const again = await startServer({ program: build.main, folder: data.folder });
  const after = await look(again);
  await again.stop();
  const errors = findings.filter(({ level }) => level === 'error').map(({ what }) => `doctor: ${what}`);
  return [...errors, ...(isDeepStrictEqual(after, before) ? [] : ['the board is another one after a restart'])];
}

function tally(report: FuzzReport, kind: string, answers: readonly string[]): void {
  report.runs += 1;
  report.kinds.set(kind, (report.kinds.get(kind) ?? 0) + 1);
  for (const answer of answers) {
    const name = `${kind === 'API' ? 'API' : 'webhooks'} ${answer}`;
    report.answers.set(name, (report.answers.get(name) ?? 0) + 1);
  }
}
