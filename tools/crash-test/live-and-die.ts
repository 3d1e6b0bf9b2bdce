import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import type { ChildServer } from '../harness/child-server';
import { openDatabase } from '../harness/kept-folder';
import { between, pick, type Random } from '../pos-simulator/random';
import { withBadRow } from './bad-row';
import { copyAndDie } from './copy-and-die';
import type { Evening } from './evening';
import { isBackup, isBurst, isDrain, isRestore, type Kill, needsSpool } from './points';
import { postingsFrom, postUntil } from './post-load';
import { setUntil, tapUntil } from './tap-and-set';
import { attachScreen, watchVersions } from './watch-versions';

/** Too few for the server to treat as a burst: each is committed before it is answered. */
const FEW_CONNECTIONS = 6;
const BURST_CONNECTIONS = 24;
/** A point that is not reached by then does not occur in this life. */
const PATIENCE_MS = 20_000;
/** Time for a backup and a restore under load. */
const PATIENCE_WITH_COPIES_MS = 60_000;
const LONGEST_RANDOM_MS = 1_200;

/** Whether a life ended at the requested point or by timeout. */
export type Death = { isReached: boolean };

/** Runs a server under load until it dies: at a named point by itself, or when we kill it at an instant. */
export async function liveAndDie(server: ChildServer, kill: Kill, evening: Evening): Promise<Death> {
  const { folder, ledger, random } = evening;
  const watch = watchVersions(ledger);
  const socket = await attachScreen(server.url, evening.token, watch('a socket'));
  const isOver = () => !server.isAlive();
  const earlier = ledger.posted.map(({ path, body }) => ({ path, body }));
  const postings = withBadRow(postingsFrom(random, earlier), evening);
  const isByUs = kill.when.startsWith('random') || (isDrain(kill.when) && kill.isAtStart);
  if (!isByUs && !isCopy(kill)) await arm(server, kill);

  const holder = needsSpool(kill) ? lock(folder) : null;
  const screen = { url: server.url, token: evening.token, socket, onVersion: watch('HTTP') };
  const life = Promise.all([
    postUntil(isOver, server.url, postings, connectionsFor(kill, random), ledger),
    tapUntil(isOver, screen, random, ledger),
    setUntil(isOver, folder, random, ledger),
  ]);
  if (isCopy(kill)) void copyAndDie(kill, evening, () => arm(server, kill)).catch(() => {});
  const isReached = await death(server, kill, isByUs, evening, holder);
  holder?.release();
  socket.disconnect();
  await life;
  return { isReached };
}

function connectionsFor({ when }: Kill, random: Random): number {
  if (when.startsWith('random')) return pick(random, [FEW_CONNECTIONS, BURST_CONNECTIONS]);
  return isBurst(when) ? BURST_CONNECTIONS : FEW_CONNECTIONS;
}

function isCopy({ when }: Kill): boolean {
  return isBackup(when) || isRestore(when);
}

async function arm({ child }: ChildServer, { when, occurrence }: Kill): Promise<void> {
  const armed = once(child, 'message');
  child.send({ point: when, occurrence });
  await armed;
}

async function death(
  server: ChildServer,
  kill: Kill,
  isByUs: boolean,
  { random }: Evening,
  holder: Holder | null,
): Promise<boolean> {
  if (holder) await untilSpooling(server);
  if (holder && isDrain(kill.when) && !isByUs) holder.release();
  if (isByUs) {
    await wait(between(random, 0, LONGEST_RANDOM_MS));
    await server.kill();
    return true;
  }
  const patienceMs = isCopy(kill) ? PATIENCE_WITH_COPIES_MS : PATIENCE_MS;
  const timer = setTimeout(() => void server.kill(), patienceMs);
  const isInTime = await Promise.race([server.ended.then(() => true), wait(patienceMs, false, { ref: false })]);
  clearTimeout(timer);
  await server.ended;
  return isInTime;
}

/** Resolves when deliveries go to the spool, or when the server has ended. */
async function untilSpooling(server: ChildServer): Promise<void> {
  while (server.isAlive()) {
    const ready = await fetch(new URL('/readyz', server.url)).then(
      (answer) => answer.json() as Promise<{ spooling: boolean; spoolBytes: number }>,
      () => null,
    );
    if (ready?.spooling && ready.spoolBytes > 0) return;
    await wait(20);
  }
}

type Holder = { release: () => void };
/** Connections that must not be the last on a database: closing the last one would recover the file for the server. */
const kept: Database[] = [];

/** Takes the write lock of the database. */
function lock(folder: string): Holder {
  const database = openDatabase(folder);
  database.exec('BEGIN IMMEDIATE');
  kept.push(database);
  return {
    release() {
      if (database.inTransaction) database.exec('ROLLBACK');
    },
  };
}

/** Call it when the next server has opened the database. */
export function closeHolders(): void {
  for (const database of kept.splice(0)) database.close();
}
