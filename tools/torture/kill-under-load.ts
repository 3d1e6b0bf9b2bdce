import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import type { ServerBuild } from '../harness/builds';
import { addSubscriptionAndScreens, type ChildServer, command, launch, makeDataFolder } from '../harness/child-server';
import type { Postgresql } from '../harness/postgresql';
import {
  isAcknowledged,
  openDatabase,
  postgresqlDatabase,
  type RigDatabase,
  sqliteDatabase,
} from '../harness/stored-data';
import { readiness, untilFine } from '../harness/wait';
import { between, pick, type Random } from '../pos-simulator/random';
import { changeSettings, sendActions } from './actions-and-settings';
import { isBacklog, isBackup, isRestore, type Kill, needsLock } from './kill-plan';
import {
  addBadRowTriggers,
  attachScreen,
  generatePostings,
  type Ledger,
  newLedger,
  postDeliveries,
  watchVersions,
  withBadRow,
} from './load';

/** A data folder that several servers use one after the other, and what was observed of them. */
export type Evening = {
  folder: string;
  database: RigDatabase;
  /** Token of a screen that reads the board and acts. */
  token: string;
  random: Random;
  ledger: Ledger;
  remove: () => Promise<void>;
};

const PRELOAD = path.join(import.meta.dirname, 'kill-at.mjs');

/** The server ended before it listened. */
export class StartFailed extends Error {}

const MAX_PAUSE_MS = 600;

/** Few deliveries, or many, are in the inbox at once. */
const CONNECTIONS = [6, 24];
/** After this time the point counts as not reached. A backup and a restore under load take long. */
const REACH_TIMEOUT_MS = 60_000;
const MAX_RANDOM_DELAY_MS = 1_200;

/**
 * Puts a server under load until it dies: at a named point, or by a kill from here at a random instant.
 * `isReached` is false if the point was not reached in time.
 */
export async function runUntilKilled(
  server: ChildServer,
  kill: Kill,
  evening: Evening,
): Promise<{ isReached: boolean }> {
  const { folder, ledger, random } = evening;
  const watch = watchVersions(ledger);
  const socket = await attachScreen(server.url, evening.token, watch('a socket'), ledger);
  const isOver = () => !server.isAlive();
  const earlierDeliveries = ledger.posted.map(({ path, body }) => ({ path, body }));
  const generated = generatePostings(random, earlierDeliveries);
  const postings = evening.database.crash ? generated : withBadRow(generated, evening);
  const isExternal = isFromHere(kill);
  if (!isExternal && !isCopy(kill)) await arm(server, kill);

  const writeLock = needsLock(kill) ? lock(folder) : null;
  const screen = { url: server.url, token: evening.token, socket, onVersion: watch('HTTP') };
  const load = Promise.all([
    postDeliveries(isOver, server.url, postings, pick(random, CONNECTIONS), ledger),
    sendActions(isOver, screen, random, ledger),
    changeSettings(isOver, folder, random, ledger, evening.database.crash === null),
  ]);
  if (isCopy(kill)) void backUp(kill, server, evening, () => arm(server, kill)).catch(() => {});
  const isReached = await waitForDeath(server, kill, isExternal, evening, writeLock);
  writeLock?.release();
  socket.disconnect();
  await load;
  return { isReached };
}

/** Whether this process kills the server, at a random instant. */
function isFromHere(kill: Kill): boolean {
  const { moment, isAtStart } = kill;
  return moment.startsWith('random') || moment === 'database-crash' || (isBacklog(moment) && isAtStart);
}

function isCopy({ moment }: Kill): boolean {
  return isBackup(moment) || isRestore(moment);
}

async function arm({ child }: ChildServer, { moment, occurrence }: Kill): Promise<void> {
  const armed = once(child, 'message');
  child.send({ point: moment, occurrence });
  await armed;
}

async function waitForDeath(
  server: ChildServer,
  kill: Kill,
  isExternal: boolean,
  { random, database }: Evening,
  writeLock: WriteLock | null,
): Promise<boolean> {
  if (writeLock) await untilAway(server);
  if (writeLock && isBacklog(kill.moment) && !isExternal) writeLock.release();
  if (isExternal) {
    await wait(between(random, 0, MAX_RANDOM_DELAY_MS));
    if (kill.moment === 'database-crash') {
      await database.crash?.();
      await wait(between(random, 0, MAX_RANDOM_DELAY_MS));
    }
    await server.kill();
    return true;
  }
  const timer = setTimeout(() => void server.kill(), REACH_TIMEOUT_MS);
  const isInTime = await Promise.race([server.ended.then(() => true), wait(REACH_TIMEOUT_MS, false, { ref: false })]);
  clearTimeout(timer);
  await server.ended;
  return isInTime;
}

/** Resolves when deliveries wait for the database, or when the server has ended. @throws after a minute */
async function untilAway(server: ChildServer): Promise<void> {
  await untilFine(async () => {
    if (!server.isAlive()) return null;
    const status = await readiness(server.url).catch(() => null);
    const isAway = status?.databaseAway && status.inboxBytes > 0;
    return isAway ? null : 'no delivery waited for the database, which was locked';
  }, REACH_TIMEOUT_MS);
}

type WriteLock = { release: () => void };
/** Stay open until the next server starts: closing the last connection would checkpoint the database. */
const lockConnections: Database[] = [];

/** Takes the write lock of the database. */
function lock(folder: string): WriteLock {
  const database = openDatabase(folder);
  database.exec('BEGIN IMMEDIATE');
  lockConnections.push(database);
  return {
    release() {
      if (database.inTransaction) database.exec('ROLLBACK');
    },
  };
}

/** Call it after the next server has opened the database. */
export function closeLockConnections(): void {
  for (const database of lockConnections.splice(0)) database.close();
}

/**
 * Requests a backup from a server under load, and arms the kill before it; for a restore, ends the server after the
 * backup. The promise usually rejects, because the server dies before it responds.
 */
async function backUp(kill: Kill, server: ChildServer, evening: Evening, arm: () => Promise<void>): Promise<void> {
  const { folder, ledger, random } = evening;
  const file = path.join(path.dirname(folder), 'backup.db');
  await wait(between(random, 0, MAX_PAUSE_MS));
  ledger.backup = { file, acknowledged: new Set(ledger.posted.filter(isAcknowledged)), isRestored: false };
  if (!isRestore(kill.moment)) await arm();
  await command(folder, 'backup', { file });
  if (!isRestore(kill.moment)) return;
  ledger.backup.isRestored = true;
  await wait(between(random, 0, MAX_PAUSE_MS));
  await server.kill();
}

/**
 * Restores the backup on the folder of the dead server, and kills the command. Resolves to whether it reached the
 * point.
 */
export async function killRestore(kill: Kill, build: ServerBuild, { folder, ledger }: Evening): Promise<boolean> {
  return ledger.backup?.isRestored === true && killAtStart(kill, build, folder, ['restore', ledger.backup.file]);
}

/** Starts a server on a folder. @throws StartFailed */
export async function startServer(
  { main }: ServerBuild,
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ChildServer> {
  const started = await launch({ program: main, folder, preload: PRELOAD, environment });
  if (started.url === null)
    throw new StartFailed(`the server did not start: it ended with ${started.by} and printed "${started.output}"`);
  closeLockConnections();
  return started;
}

/**
 * Starts a server that should die at a point before it listens, or a command of the command line that should die.
 * Resolves to whether it did.
 */
export async function killAtStart(
  { moment, occurrence }: Kill,
  { main }: ServerBuild,
  folder: string,
  command: readonly string[] = [],
): Promise<boolean> {
  const environment = { HEATLAMP_KILL_AT: `${moment} ${occurrence}` };
  const program = command.length > 0 ? path.join(path.dirname(main), 'heatlamp.mjs') : main;
  const started = await launch({ program, args: command, folder, preload: PRELOAD, environment });
  if (started.url !== null) await started.kill();
  return started.url === null && started.by === 'SIGKILL';
}

/**
 * Creates a folder below `parent` (default: the system's temporary folder), and starts the first server on it, on a
 * database of `postgresql` if there is one.
 */
export async function beginEvening(
  build: ServerBuild,
  random: Random,
  { parent, postgresql }: { parent?: string | undefined; postgresql?: Postgresql | undefined } = {},
): Promise<{ evening: Evening; server: ChildServer }> {
  const { folder, remove } = makeDataFolder(parent);
  const database = postgresql ? await postgresqlDatabase(postgresql) : sqliteDatabase(folder);
  const server = await startServer(build, folder, database.environment);
  const [token = ''] = await addSubscriptionAndScreens(folder, ['ready']);
  if (!postgresql) addBadRowTriggers(folder);
  const removeAll = async () => {
    remove();
    await database.remove();
  };
  return { evening: { folder, database, token, random, ledger: newLedger(), remove: removeAll }, server };
}
