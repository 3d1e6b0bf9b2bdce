import { setTimeout as wait } from 'node:timers/promises';
import { failureOf, shortOf, Unwritable } from '../storage/failure';
import { UserError } from '../user-error';
import { type Command, type CommitterDeps, createCommitter, type Writing } from './committer';
import type { Counters } from './counters';
import type { Addressed, Delivery, Kept } from './delivery';
import { drainChunk } from './drain-chunk';
import { createAhead } from './early-ack';
import type { Spool } from './spool';
import { createSpoolWriter } from './spool-writer';
import { gather, LARGEST_BATCH, takeBatch, type Waiting, type WaitingCommand, type WaitingDelivery } from './waiting';

/**
 * The one writer. Deliveries that wait are committed together; commands (settings, screens, time) each on their own,
 * in the order in which they came. Nothing else writes to the database.
 */
export type WriteQueue<Stages> = {
  /** Resolves when the delivery is safe, after the commit or the spool's fsync. Never rejects. */
  deliver: (delivery: Delivery, addressed: Addressed) => Promise<Kept>;
  /** Runs a command in a transaction of its own. @throws Unwritable, or what the command throws */
  run: <Result>(command: Command<Result, Stages>) => Promise<Result>;
  /** Resolves when there is room for another delivery: whoever reads from sockets waits for it, nothing is shed. */
  room: () => Promise<void>;
  /** Resolves when what was acknowledged until now is in the database, or cannot go there now. */
  committed: () => Promise<void>;
  /** Whether deliveries can be made durable now. */
  state: () => QueueState;
  /** Empties the spool into the database, as far as that can be written and nothing else waits. */
  drainSpool: () => Promise<void>;
  /**
   * Takes the database away once what is being written is committed: deliveries go to the spool, commands are refused.
   * Returns the way to give one back. @throws UserError where they could not go there
   */
  takeDatabase: () => Promise<() => void>;
  /** Commits what waits and stops. */
  close: () => Promise<void>;
};

export type QueueState = {
  waiting: number;
  /** The database cannot be written: what comes goes to the spool. */
  isSpooling: boolean;
  canStore: boolean;
  /** Deliveries that could be kept nowhere since the start. */
  refused: number;
  spoolBytes: number;
  /** Those that wait for a database that can be written. */
  spoolDeliveries: number;
  /** Those of a crowd, in the spool too, ahead of their commit for a moment. */
  ahead: number;
  commits: number;
};

export type QueueDeps<Stages> = CommitterDeps<Stages> & { spool: Spool; counters: Pick<Counters, 'countOutcome'> };

const MOST_WAITING = 20_000;
const MOST_BYTES = 64 * 1024 * 1024;
/** How long a locked or full database is tried again before deliveries go to the spool. */
const PATIENCE_MS = 1_000;
const RETRY_MS = 20;
const PROBE_MS = 250;
/** After an outage deliveries go to the spool at the first failure: a full disk takes a small write now and then. */
const TRUST_AFTER_MS = 10_000;
/** A spool that cannot be read or cut is drained again after so long. */
const SPOOL_RETRY_MS = 10_000;

export function createWriteQueue<Stages extends Writing>(deps: QueueDeps<Stages>): WriteQueue<Stages> {
  const { spool, log } = deps;
  const waiting: Waiting<Stages>[] = [];
  const waitingForRoom: (() => void)[] = [];
  let bytes = 0;
  /** The last write failed: the spool takes what comes until a probe succeeds. */
  let isDown = false;
  /** Another file is being put in the database's place. */
  let isTaken = false;
  let wasDownAt = Number.NEGATIVE_INFINITY;
  let refused = 0;
  let isClosing = false;
  let isClosed = false;
  let drainAgainAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;

  const { transact, commit, commitNothing, commits } = createCommitter(deps);
  const spoolWriter = createSpoolWriter(spool, log);
  const ahead = createAhead(spool, spoolWriter, deps.counters);

  /** Tries for a while if the database is locked, full or read-only. Waits in JavaScript: SQLite's own wait blocks. */
  async function patiently<Result>(work: () => Promise<Result>, patienceMs: number): Promise<Result> {
    const giveUpAt = performance.now() + patienceMs;
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

  function markDown(error: unknown): void {
    wasDownAt = performance.now();
    ahead.end();
    if (isDown) return;
    isDown = true;
    log.warn({ error: shortOf(error) }, 'the database cannot be written: deliveries go to the spool');
  }

  async function keep(batch: readonly WaitingDelivery[]): Promise<void> {
    if (isDown || isTaken) return keepInSpool(batch);
    if (mayDrain() && ahead.take(batch)) return;
    try {
      const settled = await patiently(() => commit(batch.map(({ entry }) => entry.delivery)), trust());
      const refused: WaitingDelivery[] = [];
      for (const item of batch) {
        const outcome = settled.get(item.entry.delivery.id);
        if (outcome) item.done({ kept: 'database', ...outcome });
        else refused.push(item);
      }
      // What the database takes in no form is safe in the spool, and is set aside when that is drained.
      if (refused.length > 0) keepInSpool(refused);
    } catch (error) {
      markDown(error);
      keepInSpool(batch);
    }
  }

  const trust = () => (performance.now() - wasDownAt > TRUST_AFTER_MS ? PATIENCE_MS : 0);

  function keepInSpool(batch: readonly WaitingDelivery[]): void {
    const isKept = spoolWriter.append(batch.map(({ entry }) => entry));
    if (!isKept) refused += batch.length;
    for (const { done } of batch) done({ kept: isKept ? 'spool' : 'nowhere' });
  }

  const mayDrain = () => performance.now() >= drainAgainAt;
  const needsDraining = () => isDown || (spool.size() > 0 && mayDrain());
  const mayProbe = () => !isTaken && (!isDown || performance.now() - wasDownAt > PROBE_MS);

  /** Finds out whether the database can be written, and puts one chunk of the spool into it. */
  async function probeAndDrain(): Promise<void> {
    if (isTaken) return;
    try {
      // Before anything is read from the spool: while the database stays away that would be work for nothing.
      if (isDown) await commitNothing();
      isDown = false;
    } catch (error) {
      markDown(error);
      spoolWriter.probe();
      return;
    }
    // A crowd is in the spool by design, and comes and goes all evening.
    const isOfCrowd = ahead.count() > 0;
    const held = spool.size();
    try {
      await drainChunk(deps, Math.max(ahead.count(), LARGEST_BATCH), async (deliveries) => {
        const settled = await patiently(() => commit(deliveries), ahead.count() > 0 ? trust() : 0);
        ahead.settle(deliveries, settled);
        return settled;
      });
      if (held > 0 && !isOfCrowd && spool.size() === 0) log.info({}, 'the spool is drained');
    } catch (error) {
      if (error instanceof Unwritable) return markDown(error);
      // The database is fine: deliveries go there. What is drained twice is stored once.
      drainAgainAt = performance.now() + SPOOL_RETRY_MS;
      log.warn({ error: shortOf(error) }, 'the spool cannot be drained: it is tried again');
    } finally {
      ahead.end();
    }
  }

  /** What is ahead is committed when there is much of it, or nothing else comes. */
  const isTimeToDrain = () => needsDraining() && mayProbe() && (ahead.count() === 0 || ahead.isFull());

  async function commitAhead(): Promise<void> {
    if (ahead.count() > 0) await probeAndDrain();
  }

  async function loop(): Promise<void> {
    while (waiting.length > 0) {
      if (waiting[0]?.kind !== 'delivery') await commitAhead();
      const batch = takeBatch(waiting);
      const [first] = batch;
      if (first?.kind === 'turn') first.take();
      else if (first?.kind === 'command') await runCommand(first);
      else await keep(batch.filter((item) => item.kind === 'delivery'));
      for (const item of batch) if (item.kind === 'delivery') bytes -= item.entry.delivery.body.length;
      if (isTimeToDrain()) await probeAndDrain();
      while (waitingForRoom.length > 0 && hasRoom()) waitingForRoom.shift()?.();
      await gather(waiting, ahead.count() > 0);
      if (waiting.length === 0) await commitAhead();
    }
  }

  /** While the database is down a command fails at once: deliveries wait behind it, and a till behind them. */
  async function runCommand({ command, done, failed }: WaitingCommand<Stages>): Promise<void> {
    if (isTaken) return failed(new Unwritable('a backup is being restored'));
    try {
      const result = await patiently(() => transact(command), isDown ? 0 : PATIENCE_MS);
      // It may have written nothing: a probe finds out whether the database is back.
      if (isDown) await probeAndDrain();
      done(result);
    } catch (error) {
      if (error instanceof Unwritable) markDown(error);
      failed(error);
    }
  }

  /** Runs one thing at a time: what waits, or the spool. */
  function alone(work: () => Promise<void>): Promise<void> {
    running ??= work()
      .catch((error) => log.warn({ error: shortOf(error) }, 'the write queue stumbled and goes on'))
      .finally(() => {
        running = null;
        if (waiting.length > 0) alone(loop);
      });
    return running;
  }

  const hasRoom = () => waiting.length < MOST_WAITING && bytes < MOST_BYTES;
  const enqueue = (item: Waiting<Stages>) => {
    waiting.push(item);
    void alone(async () => {
      await gather(waiting, ahead.count() > 0);
      await loop();
    });
  };

  /** A turn of the event loop after each chunk: whoever comes meanwhile goes first. */
  async function drainIdle(): Promise<void> {
    do {
      await probeAndDrain();
      await new Promise((next) => setImmediate(next));
    } while (!isDown && !isTaken && needsDraining() && waiting.length === 0);
  }

  const probe = setInterval(() => {
    if (needsDraining() && mayProbe()) void alone(drainIdle);
  }, PROBE_MS);
  probe.unref();

  return {
    deliver: (delivery, addressed) =>
      new Promise((done) => {
        if (isClosed) return done({ kept: 'nowhere' });
        bytes += delivery.body.length;
        enqueue({ kind: 'delivery', entry: { delivery, addressed }, done });
      }),
    run: <Result>(command: Command<Result, Stages>) =>
      new Promise<Result>((done, failed) => {
        if (isClosing) failed(new Unwritable('the queue is closing'));
        else enqueue({ kind: 'command', command, done: done as (result: unknown) => void, failed });
      }),
    committed: ahead.committed,
    room: async () => {
      if (!hasRoom()) await new Promise<void>((free) => waitingForRoom.push(free));
    },
    state: () => ({
      waiting: waiting.length,
      isSpooling: isDown || isTaken,
      canStore: !(isDown || isTaken) || spoolWriter.isWritable(),
      refused,
      spoolBytes: spool.size(),
      spoolDeliveries: spool.count() - ahead.count(),
      ahead: ahead.count(),
      commits: commits(),
    }),
    async drainSpool() {
      while (running) await running;
      drainAgainAt = Number.NEGATIVE_INFINITY;
      if (needsDraining()) await alone(drainIdle);
    },
    async takeDatabase() {
      if (!spoolWriter.probe())
        throw new UserError('The spool, where deliveries go meanwhile, cannot be written: see doctor.');
      return new Promise((taken) => {
        const giveBack = () => {
          isTaken = false;
          isDown = false;
          drainAgainAt = Number.NEGATIVE_INFINITY;
        };
        const take = () => {
          isTaken = true;
          // The database that comes back may not know what this one has; a crash must not bring it some of that.
          spool.forget();
          taken(giveBack);
        };
        enqueue({ kind: 'turn', take });
      });
    },
    async close() {
      isClosing = true;
      clearInterval(probe);
      while (running) await running;
      isClosed = true;
    },
  };
}
