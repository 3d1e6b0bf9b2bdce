import { shortOf, Unwritable } from '../storage/failure';
import { UserError } from '../user-error';
import { type Command, type CommitterDeps, createCommitter, type Writing } from './committer';
import type { Counters } from './counters';
import { createDatabaseOutage, PROBE_MS, retryWhileUnavailable, WRITE_RETRY_MS } from './database-outage';
import type { Delivery, StoreResult, TranslationContext } from './delivery';
import { drainChunk } from './drain-chunk';
import { createEarlyAck } from './early-ack';
import type { Spool } from './spool';
import { createSpoolWriter } from './spool-writer';
import { gather, MAX_BATCH, takeBatch, type Waiting, type WaitingCommand, type WaitingDelivery } from './waiting';

/**
 * The only writer of the database. Waiting deliveries are committed together; each command (settings, screens, time) is
 * committed on its own, in order of arrival.
 */
export type WriteQueue<Stages> = {
  /** Resolves when the delivery is safe, after the commit or the spool's fsync. Never rejects. */
  deliver: (delivery: Delivery, addressed: TranslationContext) => Promise<StoreResult>;
  /** Runs a command in a transaction of its own. @throws Unwritable, or what the command throws */
  run: <Result>(command: Command<Result, Stages>) => Promise<Result>;
  /** Resolves when the queue has room. Awaited before a body is read, so that no delivery has to be dropped. */
  room: () => Promise<void>;
  /** Resolves when everything acknowledged so far is in the database, or cannot be written to it now. */
  committed: () => Promise<void>;
  /** What waits, and whether deliveries can be stored now. */
  state: () => QueueState;
  /** Drains the spool into the database, as long as that can be written and nothing else waits. */
  drainSpool: () => Promise<void>;
  /**
   * Pauses writes to the database once the current one is committed: deliveries go to the spool, commands are refused.
   * Call the result to resume. @throws UserError if the spool cannot be written
   */
  pauseDatabase: () => Promise<() => void>;
  /** Commits what waits and stops. */
  close: () => Promise<void>;
};

export type QueueState = {
  waiting: number;
  /** The database cannot be written: deliveries go to the spool. */
  isSpooling: boolean;
  canStore: boolean;
  /** Deliveries since the start that could not be stored anywhere. */
  refused: number;
  spoolBytes: number;
  /** Deliveries in the spool that wait until the database can be written. */
  spoolDeliveries: number;
  /** Deliveries of a burst: in the spool, acknowledged, about to be committed. */
  burst: number;
  commits: number;
};

export type QueueDeps<Stages> = CommitterDeps<Stages> & { spool: Spool; counters: Pick<Counters, 'countOutcome'> };

const MAX_WAITING = 20_000;
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
/** When to try again to drain a spool that cannot be read or truncated. */
const SPOOL_RETRY_MS = 10_000;

export function createWriteQueue<Stages extends Writing>(deps: QueueDeps<Stages>): WriteQueue<Stages> {
  const { spool, log } = deps;
  const waiting: Waiting<Stages>[] = [];
  const waitingForRoom: (() => void)[] = [];
  let bytes = 0;
  /** A backup is being restored. */
  let isPaused = false;
  let refused = 0;
  let isClosing = false;
  let isClosed = false;
  let drainAgainAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;

  const { transact, commit, commitNothing, commits } = createCommitter(deps);
  const outage = createDatabaseOutage(log);
  const spoolWriter = createSpoolWriter(spool, log);
  const earlyAck = createEarlyAck(spool, spoolWriter, deps.counters);

  function markDown(error: unknown): void {
    outage.begin(error);
    earlyAck.end();
  }

  async function store(batch: readonly WaitingDelivery[]): Promise<void> {
    if (outage.isDown() || isPaused) return storeInSpool(batch);
    if (mayDrain() && earlyAck.acknowledge(batch)) return;
    try {
      const results = await retryWhileUnavailable(
        () => commit(batch.map(({ entry }) => entry.delivery)),
        outage.retryForMs(),
      );
      const refused: WaitingDelivery[] = [];
      for (const item of batch) {
        const result = results.get(item.entry.delivery.id);
        if (result) item.done({ storedIn: 'database', ...result });
        else refused.push(item);
      }
      // Deliveries that the database rejects in every form go to the spool, which sets them aside when it is drained.
      if (refused.length > 0) storeInSpool(refused);
    } catch (error) {
      markDown(error);
      storeInSpool(batch);
    }
  }

  function storeInSpool(batch: readonly WaitingDelivery[]): void {
    const isStored = spoolWriter.append(batch.map(({ entry }) => entry));
    if (!isStored) refused += batch.length;
    for (const { done } of batch) done({ storedIn: isStored ? 'spool' : 'nowhere' });
  }

  const mayDrain = () => performance.now() >= drainAgainAt;
  const needsDraining = () => outage.isDown() || (spool.size() > 0 && mayDrain());
  const mayProbe = () => !isPaused && outage.mayProbe();

  /** Finds out whether the database can be written, and drains one chunk of the spool into it. */
  async function probeAndDrain(): Promise<void> {
    if (isPaused) return;
    try {
      // Checked first: reading the spool is useless while the database cannot be written.
      if (outage.isDown()) await commitNothing();
      outage.end();
    } catch (error) {
      markDown(error);
      spoolWriter.probe();
      return;
    }
    // A burst is in the spool by design, so draining it is not logged.
    const isBurst = earlyAck.count() > 0;
    const bytesBefore = spool.size();
    try {
      await drainChunk(deps, Math.max(earlyAck.count(), MAX_BATCH), async (deliveries) => {
        const results = await retryWhileUnavailable(
          () => commit(deliveries),
          earlyAck.count() > 0 ? outage.retryForMs() : 0,
        );
        earlyAck.countOutcomes(deliveries, results);
        return results;
      });
      if (bytesBefore > 0 && !isBurst && spool.size() === 0) log.info({}, 'the spool is drained');
    } catch (error) {
      if (error instanceof Unwritable) return markDown(error);
      // The database can be written, so deliveries continue to go there. A delivery that is drained twice is stored once.
      drainAgainAt = performance.now() + SPOOL_RETRY_MS;
      log.warn({ error: shortOf(error) }, 'the spool cannot be drained: retrying');
    } finally {
      earlyAck.end();
    }
  }

  /** A burst is committed when it is large, or when nothing else arrives. */
  const isTimeToDrain = () => needsDraining() && mayProbe() && (earlyAck.count() === 0 || earlyAck.isFull());

  async function commitBurst(): Promise<void> {
    if (earlyAck.count() > 0) await probeAndDrain();
  }

  async function loop(): Promise<void> {
    while (waiting.length > 0) {
      if (waiting[0]?.kind !== 'delivery') await commitBurst();
      const batch = takeBatch(waiting);
      const [first] = batch;
      if (first?.kind === 'turn') first.take();
      else if (first?.kind === 'command') await runCommand(first);
      else await store(batch.filter((item) => item.kind === 'delivery'));
      for (const item of batch) if (item.kind === 'delivery') bytes -= item.entry.delivery.body.length;
      if (isTimeToDrain()) await probeAndDrain();
      while (waitingForRoom.length > 0 && hasRoom()) waitingForRoom.shift()?.();
      await gather(waiting, earlyAck.count() > 0);
      if (waiting.length === 0) await commitBurst();
    }
  }

  /** Not retried while the database is down: deliveries wait behind the command, and the POS waits for them. */
  async function runCommand({ command, done, failed }: WaitingCommand<Stages>): Promise<void> {
    if (isPaused) return failed(new Unwritable('a backup is being restored'));
    try {
      const result = await retryWhileUnavailable(() => transact(command), outage.isDown() ? 0 : WRITE_RETRY_MS);
      // The command may have written nothing: only a probe shows whether the database can be written again.
      if (outage.isDown()) await probeAndDrain();
      done(result);
    } catch (error) {
      if (error instanceof Unwritable) markDown(error);
      failed(error);
    }
  }

  /** Ensures that only one task runs at a time: the queue, or draining the spool. */
  function runAlone(work: () => Promise<void>): Promise<void> {
    running ??= work()
      .catch((error) => log.warn({ error: shortOf(error) }, 'an error in the write queue, which continues'))
      .finally(() => {
        running = null;
        if (waiting.length > 0) runAlone(loop);
      });
    return running;
  }

  const hasRoom = () => waiting.length < MAX_WAITING && bytes < MAX_WAITING_BYTES;
  const enqueue = (item: Waiting<Stages>) => {
    waiting.push(item);
    void runAlone(async () => {
      await gather(waiting, earlyAck.count() > 0);
      await loop();
    });
  };

  /** Yields to the event loop after each chunk, so that new deliveries go first. */
  async function drainIdle(): Promise<void> {
    do {
      await probeAndDrain();
      await new Promise((next) => setImmediate(next));
    } while (!outage.isDown() && !isPaused && needsDraining() && waiting.length === 0);
  }

  const probe = setInterval(() => {
    if (needsDraining() && mayProbe()) void runAlone(drainIdle);
  }, PROBE_MS);
  probe.unref();

  return {
    deliver: (delivery, addressed) =>
      new Promise((done) => {
        if (isClosed) return done({ storedIn: 'nowhere' });
        bytes += delivery.body.length;
        enqueue({ kind: 'delivery', entry: { delivery, addressed }, done });
      }),
    run: <Result>(command: Command<Result, Stages>) =>
      new Promise<Result>((done, failed) => {
        if (isClosing) failed(new Unwritable('the queue is closing'));
        else enqueue({ kind: 'command', command, done: done as (result: unknown) => void, failed });
      }),
    committed: earlyAck.committed,
    room: async () => {
      if (!hasRoom()) await new Promise<void>((free) => waitingForRoom.push(free));
    },
    state: () => ({
      waiting: waiting.length,
      isSpooling: outage.isDown() || isPaused,
      canStore: !(outage.isDown() || isPaused) || spoolWriter.isWritable(),
      refused,
      spoolBytes: spool.size(),
      spoolDeliveries: spool.count() - earlyAck.count(),
      burst: earlyAck.count(),
      commits: commits(),
    }),
    async drainSpool() {
      while (running) await running;
      drainAgainAt = Number.NEGATIVE_INFINITY;
      if (needsDraining()) await runAlone(drainIdle);
    },
    async pauseDatabase() {
      if (!spoolWriter.probe())
        throw new UserError('The spool, which stores deliveries during a restore, cannot be written: run doctor.');
      return new Promise((taken) => {
        const resume = () => {
          isPaused = false;
          outage.end();
          drainAgainAt = Number.NEGATIVE_INFINITY;
        };
        const take = () => {
          isPaused = true;
          // The restored database may lack deliveries that were drained before. A crash must not bring back some of them.
          spool.dropDrained();
          taken(resume);
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
