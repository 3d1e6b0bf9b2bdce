import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { percentile } from '../../lib/percentile';
import { eventBody } from '../../server/testing/events';
import { signedHeaders } from '../../server/testing/pos-key';
import { startChild } from '../harness/child';
import { exitOnSignal, positiveNumber } from '../harness/command-line';
import { type Load, startLoad } from '../harness/load-client';
import { residentMegabytes, watchMemory } from '../harness/process-figures';
import { machineText, print } from '../harness/report';
import { loadAndConnectScreens, type Screens, startScreens } from '../harness/screens';
import { waitUntilDrained } from '../harness/wait';
import { CACHE, cachedHistory } from '../load-history/cached-history';
import { ATTACKS, type AttackName } from './attacks';
import { OPEN_FILES, START_ATTACKS, sendOnce } from './start-attacks';
import { HISTORY_BRANCHES, LONG_EXPORTS, MANAGER, MANAGER_PAGES, newStart, POS } from './trusted-attacks';
import { type LetIn, type SiegedServer, startTarget, watchOthers } from './watch-others';
import { type Findings, request, SECRET_NAME } from './web-socket';

const PER_SECOND = 5;
const SCREENS = 20;
const MAX_ADDED_MS = 50;
const MAX_ADDED_MB = 100;
const TIMEOUT_MS = 120_000;
const WARM_UP = 20;
/** How long an attack that begins with a start of the server runs before anybody else connects. */
const BEGIN_MS = 1_000;
const HISTORY = { years: 3, branches: HISTORY_BRANCHES, seed: 1 };
/** Of the JSON of the board after an attack. */
const MAX_BOARD_BYTES = 1024 * 1024;
const NAMES = Object.keys(ATTACKS) as AttackName[];
const PROMISE = `The promise: at most ${MAX_ADDED_MS} ms more at p99, at most ${MAX_ADDED_MB} MB more, no delivery refused or lost, no server error, and no guest's name in an answer to a stranger. Let in: of the new connections of a POS, of a paired screen, and of a health check on this machine, those that got what they came for, which all must.`;
/** The attack during which the server's log is not read. */
const UNREAD_LOG: AttackName = 'webhooks: 50 connections with an unknown subscription';

type Row = {
  attack: AttackName;
  quietP99: number;
  p50: number;
  p99: number;
  addedMb: number;
  letIn: LetIn;
  /** How the promise was broken, apart from time and memory; null if it was not. */
  failure: string | null;
};

const program = new Command('siege')
  .description(
    'Attacks a server with its pages as a stranger, a paired tablet, a manager and a POS would (Linux). Beside each attack the POS posts, and screens are connected.',
  )
  .addOption(new Option('--seconds <n>', 'duration of each attack').argParser(positiveNumber).default(10))
  .addOption(
    new Option(
      '--history <courses>',
      `also attack with exports of three years with this many courses; they are loaded into ${CACHE} first, a million in ten minutes`,
    ).argParser(positiveNumber),
  )
  .addOption(new Option('--only <text>', 'only attacks whose name contains this text').default(''));

type Chosen = { seconds: number; only: string; history?: number };

async function main(): Promise<void> {
  const { seconds, only, history: courses } = program.parse().opts<Chosen>();
  const names = NAMES.filter((name) => name.includes(only) && (name !== LONG_EXPORTS || courses !== undefined));
  if (names.length === 0)
    program.error(`error: no attack has a name with '${only}'; '${LONG_EXPORTS}' needs --history`);
  const history = courses === undefined ? null : await cachedHistory({ ...HISTORY, courses });
  const rows: Row[] = [];
  print(`${machineText()}. ${PER_SECOND} deliveries a second, ${SCREENS} screens, ${seconds} s each.`);
  for (const attack of names) {
    const server = await startTarget(attack === LONG_EXPORTS ? history?.dataDir : undefined);
    const load = await startLoad({ branches: 1 });
    const row = await besiege(attack, server, load, seconds).finally(load.stop);
    rows.push(row);
    print(textOf(row));
  }
  print(PROMISE);
  process.exitCode = rows.every(isMet) ? 0 : 1;
}

/**
 * Posts for `seconds` without the attack, then for `seconds` during it. Screens connect before an attack, unless it begins
 * with a start of the server.
 */
async function besiege(attack: AttackName, target: SiegedServer, load: Load, seconds: number): Promise<Row> {
  const count = seconds * PER_SECOND;
  const isAtStart = attack in START_ATTACKS;
  let server = target;
  const storedBefore = await server.stored();
  const attacker = await startChild(path.join(import.meta.dirname, 'process.ts'));
  const post = async () => {
    const request = { kind: 'rate', ports: [server.port], perSecond: PER_SECOND, count } as const;
    return (await load.post(request, TIMEOUT_MS)).latenciesMs;
  };
  let screens: Screens | null = null;
  try {
    if (!isAtStart) screens = await loadAndConnectScreens(server, SCREENS);
    await postGuest(server.port);
    const { posted: opened } = await load.post({ kind: 'opening', port: server.port }, TIMEOUT_MS);
    const quiet = await post();
    if (isAtStart) server = await server.restart(OPEN_FILES[attack]);
    const warmUp = await openEverythingOnce(server);
    const before = residentMegabytes(server.pid);
    const during = watchMemory(server.pid);
    if (attack === UNREAD_LOG) server.freezeLog();
    const until = Date.now() + seconds * 1_000 + (isAtStart ? BEGIN_MS : 0);
    const { port, tablet, session } = server;
    const attacked = attacker.request<Findings>({ attack, target: { port, tablet, session, until } }, TIMEOUT_MS);
    if (isAtStart) await wait(BEGIN_MS);
    const watched = watchOthers(server.url, server.token, until);
    const posted = post().catch((error: Error) => error);
    const failures: string[] = [];
    if (isAtStart)
      screens = await startScreens([{ url: server.url, token: server.token, branch: 1, count: SCREENS }]).catch(
        (error) => {
          failures.push(String(error));
          return null;
        },
      );
    const latencies = await posted;
    const findings = await attacked;
    const letIn = await watched;
    const addedMb = during.stop() - before;
    const isPosted = !(latencies instanceof Error);
    const acknowledged =
      storedBefore + 1 + opened + warmUp + (isPosted ? 2 : 1) * count + letIn.deliveries + (findings.acknowledged ?? 0);
    if (!isPosted) failures.push(latencies.message);
    const found = await failureOf(findings, server, acknowledged).catch((error: Error) => error.message);
    if (found !== null) failures.push(found);
    const times = isPosted ? latencies : [];
    const [quietP99, p50, p99] = [percentile(quiet, 0.99), percentile(times, 0.5), percentile(times, 0.99)];
    return { attack, quietP99, p50, p99, addedMb, letIn, failure: failures.join('; ') || null };
  } finally {
    await attacker.stop();
    await screens?.stop();
    await server.stop();
  }
}

/**
 * Opens the pages of a manager and posts from another address than that of the POS: the memory and the time that the
 * first ones take do not count as the attack's. Resolves to the number of deliveries.
 */
async function openEverythingOnce({ port, session }: SiegedServer): Promise<number> {
  for (const page of MANAGER_PAGES) {
    const answer = await sendOnce(port, request('GET', page, { Cookie: session }), MANAGER, TIMEOUT_MS);
    if (!answer.startsWith('HTTP/1.1 200 ')) throw new Error(`${page} was answered ${answer.slice(0, 50)}`);
  }
  for (let each = 0; each < WARM_UP; each += 1) {
    const answer = await sendOnce(port, newStart(), POS, TIMEOUT_MS);
    if (!answer.startsWith('HTTP/1.1 200 ')) throw new Error(`a delivery was answered ${answer.slice(0, 50)}`);
  }
  return WARM_UP;
}

/** Puts a guest on the board whose name must not appear in an answer to a stranger. */
async function postGuest(port: number): Promise<void> {
  const body = eventBody({ at: Date.now(), table: { number: 77, tableName: SECRET_NAME } });
  const headers = signedHeaders(body);
  const answer = await fetch(`http://127.0.0.1:${port}/webhooks/kitchenStartCourse`, { method: 'POST', headers, body });
  if (answer.status !== 200) throw new Error(`the first delivery was answered ${answer.status}`);
}

/** What an attack got from the server or left behind; null for nothing. */
async function failureOf(
  { leaks, serverErrors, failure }: Findings,
  server: SiegedServer,
  acknowledged: number,
): Promise<string | null> {
  const { url, token } = server;
  if (failure !== undefined) return failure;
  if (leaks > 0) return `a guest's name was in ${leaks} answers`;
  if (serverErrors > 0) return `${serverErrors} answers with a server error`;
  const board = await fetch(`${url}/api/v1/board?branch=1`, { headers: { Authorization: `Bearer ${token}` } });
  const text = await board.text();
  const bytes = Buffer.byteLength(text);
  if (!board.ok) return `the board was answered ${board.status} afterwards`;
  if (!text.includes(SECRET_NAME)) return 'the guest was not on the board afterwards';
  if (bytes > MAX_BOARD_BYTES) return `the board had ${bytes} bytes afterwards`;
  await waitUntilDrained(new URL(url));
  const stored = await server.stored();
  return stored < acknowledged ? `${stored} deliveries are stored, ${acknowledged} were acknowledged` : null;
}

function textOf(row: Row): string {
  const { attack, quietP99, p50, p99, addedMb, letIn, failure } = row;
  const ms = `p99 ${quietP99.toFixed(0)} ms before, ${p99.toFixed(0)} ms during (p50 ${p50.toFixed(0)} ms)`;
  const { deliveries, screens, checks, of } = letIn;
  const verdict = failure ?? (isMet(row) ? 'met' : 'NOT met');
  return `${attack}\n  ${ms}, ${addedMb.toFixed(0)} MB, let in ${deliveries}, ${screens} and ${checks} of ${of}: ${verdict}`;
}

function isMet({ quietP99, p99, addedMb, letIn, failure }: Row): boolean {
  const areIn = Math.min(letIn.deliveries, letIn.screens, letIn.checks) === letIn.of;
  return failure === null && areIn && p99 <= quietP99 + MAX_ADDED_MS && addedMb <= MAX_ADDED_MB;
}

exitOnSignal();
await main();
process.exit();
