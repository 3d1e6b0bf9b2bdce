import { setTimeout as wait } from 'node:timers/promises';
import { failureOf } from '../storage/failure';
import type { Addressed } from '../webhooks/translate';
import { type Command, type CommitterDeps, createCommitter, shortOf, Unwritable } from './committer';
import type { Delivery, Settled } from './delivery';
import type { Spool, SpoolEntry } from './spool';

/** Where a delivery is safe. `nowhere`: it is not, and must not be acknowledged. */
export type Kept = ({ kept: 'database' } & Settled) | { kept: 'spool' } | { kept: 'nowhere' };

/**
 * The one writer. Deliveries that wait are committed together; commands (settings, screens, time) each on their own,
 * in the order in which they came. Nothing else writes to the database.
 */
export type WriteQueue = {
  /** Resolves when the delivery is safe, after the commit or the spool's fsync. Never rejects. */
  deliver: (delivery: Delivery, addressed: Addressed) => Promise<Kept>;
  /** Runs a command in a transaction of its own. @throws Unwritable, or what the command throws */
  run: <Result>(command: Command<Result>) => Promise<Result>;
  /** Resolves when there is room for another delivery: whoever reads from sockets waits for it, nothing is shed. */
  room: () => Promise<void>;
  /** Whether deliveries can be made durable now. */
  state: () => { waiting: number; isSpooling: boolean; canStore: boolean; spoolBytes: number; commits: number };
  /** Empties the spool into the database as far as that can be written. */
  drainSpool: () => Promise<void>;
  /** Commits what waits and stops. */
  close: () => Promise<void>;
};

export type QueueDeps = CommitterDeps & { spool: Spool };

type Waiting =
  | { kind: 'delivery'; entry: SpoolEntry; done: (kept: Kept) => void }
  | { kind: 'command'; command: Command<unknown>; done: (result: unknown) => void; failed: (error: unknown) => void };

const LARGEST_BATCH = 256;
const MOST_WAITING = 20_000;
const MOST_BYTES = 64 * 1024 * 1024;
/** How long a locked or full database is tried again before deliveries go to the spool. */
const PATIENCE_MS = 1_000;
const RETRY_MS = 20;
const PROBE_MS = 250;

export function createWriteQueue(deps: QueueDeps): WriteQueue {
  const { spool, log } = deps;
  const waiting: Waiting[] = [];
  const waitingForRoom: (() => void)[] = [];
  let bytes = 0;
  /** The last write failed: the spool takes what comes until a probe succeeds. */
  let isDown = false;
  let canStore = true;
  let isClosing = false;
  let lastProbe = 0;
  let running: Promise<void> | null = null;

  const { transact, commit, commitNothing, commits } = createCommitter(deps);

  /** Tries for a second while the database is locked, full or read-only. Waits in JavaScript: SQLite's own wait blocks. */
  async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
    const giveUpAt = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (failureOf(error) !== 'unavailable') throw error;
        if (performance.now() >= giveUpAt) throw new Unwritable(error);
        await wait(RETRY_MS);
      }
    }
  }

  async function keep(entries: readonly Extract<Waiting, { kind: 'delivery' }>[]): Promise<void> {
    if (!isDown) {
      try {
        const settled = await patiently(() => commit(entries.map(({ entry }) => entry.delivery)));
        for (const { entry, done } of entries) {
          const outcome = settled.get(entry.delivery.id);
          done(outcome ? { kept: 'database', ...outcome } : { kept: 'nowhere' });
        }
        return;
      } catch (error) {
        isDown = true;
        lastProbe = performance.now();
        log.warn({ error: shortOf(error) }, 'the database cannot be written: deliveries go to the spool');
      }
    }
    try {
      await spool.append(entries.map(({ entry }) => entry));
      canStore = true;
      for (const { done } of entries) done({ kept: 'spool' });
    } catch (error) {
      canStore = false;
      log.warn({ error: shortOf(error) }, 'neither the database nor the spool can be written: deliveries are refused');
      for (const { done } of entries) done({ kept: 'nowhere' });
    }
  }

  const needsDraining = () => isDown || spool.size() > 0;
  const mayProbe = () => !isDown || performance.now() - lastProbe > PROBE_MS;

  /** One chunk of the spool into the database, which tells too whether that can be written again. */
  async function drainChunk(): Promise<void> {
    lastProbe = performance.now();
    const { deliveries, damaged, done } = await spool.next(LARGEST_BATCH);
    try {
      // With nothing to drain (the spool failed too) an empty change still needs the write lock and a commit.
      const settled = deliveries.length > 0 ? await commit(deliveries) : await commitNothing();
      const lost = deliveries.filter((delivery) => !settled.has(delivery.id));
      if (lost.length + damaged > 0)
        log.warn(
          { lines: lost.length + damaged },
          'lines of the spool could not be stored: they are in set-aside.jsonl',
        );
      await done(lost.map((delivery) => delivery.id));
    } catch {
      isDown = true;
      return;
    }
    isDown = false;
    canStore = true;
    if (deliveries.length > 0 && spool.size() === 0) log.info({}, 'the spool is drained');
  }

  async function loop(): Promise<void> {
    while (waiting.length > 0) {
      const batch = takeBatch(waiting);
      const [first] = batch;
      if (first?.kind === 'command') await runCommand(first);
      else await keep(batch.filter((item) => item.kind === 'delivery'));
      for (const item of batch) if (item.kind === 'delivery') bytes -= item.entry.delivery.body.length;
      if (needsDraining() && mayProbe()) await drainChunk();
      while (waitingForRoom.length > 0 && hasRoom()) waitingForRoom.shift()?.();
      // Lets the sockets read what has come meanwhile: it is the next batch.
      await new Promise((next) => setImmediate(next));
    }
  }

  async function runCommand({ command, done, failed }: Extract<Waiting, { kind: 'command' }>): Promise<void> {
    try {
      done(await patiently(() => transact(command)));
    } catch (error) {
      failed(error);
    }
  }

  /** Runs one thing at a time: what waits, or the spool. */
  function alone(work: () => Promise<void>): Promise<void> {
    running ??= work().finally(() => {
      running = null;
      if (waiting.length > 0) alone(loop);
    });
    return running;
  }

  const hasRoom = () => waiting.length < MOST_WAITING && bytes < MOST_BYTES;
  const enqueue = (item: Waiting) => {
    waiting.push(item);
    void alone(async () => {
      // What arrives in the same turn of the event loop is one batch.
      await new Promise((next) => setImmediate(next));
      await loop();
    });
  };

  async function drainIdle(): Promise<void> {
    do await drainChunk();
    while (!isDown && needsDraining() && waiting.length === 0);
  }

  const probe = setInterval(() => {
    if (needsDraining() && mayProbe()) alone(drainIdle);
  }, PROBE_MS);
  probe.unref();

  return {
    deliver: (delivery, addressed) =>
      new Promise((done) => {
        bytes += delivery.body.length;
        enqueue({ kind: 'delivery', entry: { delivery, addressed }, done });
      }),
    run: <Result>(command: Command<Result>) =>
      new Promise<Result>((done, failed) => {
        if (isClosing) failed(new Unwritable('the queue is closing'));
        else enqueue({ kind: 'command', command, done: done as (result: unknown) => void, failed });
      }),
    room: async () => {
      if (!hasRoom()) await new Promise<void>((free) => waitingForRoom.push(free));
    },
    state: () => ({
      waiting: waiting.length,
      isSpooling: isDown,
      canStore,
      spoolBytes: spool.size(),
      commits: commits(),
    }),
    drainSpool: async () => {
      if (spool.size() > 0) await alone(drainIdle);
    },
    async close() {
      isClosing = true;
      clearInterval(probe);
      while (running) await running;
    },
  };
}

/** The deliveries at the front of the queue, or the one command that is there. */
function takeBatch(waiting: Waiting[]): Waiting[] {
  if (waiting[0]?.kind === 'command') return waiting.splice(0, 1);
  const firstCommand = waiting.slice(0, LARGEST_BATCH).findIndex((item) => item.kind === 'command');
  return waiting.splice(0, firstCommand < 0 ? LARGEST_BATCH : firstCommand);
}
