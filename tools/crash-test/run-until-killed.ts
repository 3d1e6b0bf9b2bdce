import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import type { ChildServer } from '../harness/child-server';
import { openDatabase } from '../harness/stored-data';
import { between, pick } from '../pos-simulator/random';
import { backUp } from './back-up-or-restore';
import { withBadRow } from './bad-row';
import type { Evening } from './evening';
import { isBacklog, isBackup, isRestore, type Kill, needsLock } from './kills';
import { generatePostings, postDeliveries } from './post-load';
import { changeSettings, sendTaps } from './taps-and-settings';
import { attachScreen, watchVersions } from './watch-versions';

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
    sendTaps(isOver, screen, random, ledger),
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
  const deadline = performance.now() + REACH_TIMEOUT_MS;
  while (server.isAlive()) {
    const status = await fetch(new URL('/readyz', server.url)).then(
      (response) => response.json() as Promise<{ databaseAway: boolean; inboxBytes: number }>,
      () => null,
    );
    if (status?.databaseAway && status.inboxBytes > 0) return;
    if (performance.now() > deadline) throw new Error('no delivery waited for the database, which was locked');
    await wait(20);
  }
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
