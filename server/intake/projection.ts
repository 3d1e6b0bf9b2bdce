import type { Log } from '../log';
import { DAMAGED, isDamage } from '../storage/damage';
import { shortOf, Unwritable } from '../storage/failure';
import type { Committed } from './commit-in-halves';
import { type Command, type CommitterDeps, createCommitter, type Writing } from './committer';
import type { Counters } from './counters';
import { createDatabaseOutage, PROBE_MS, retryWhileUnavailable } from './database-outage';
import type { Delivery } from './delivery';
import type { Inbox } from './inbox';

/**
 * The only writer of the database: projects the deliveries of the inbox in batches, and runs each command (settings,
 * screens, time) in a transaction of its own, after the deliveries that were acknowledged before it.
 */
export type Projection<Stages> = {
  /** Called after deliveries were added to the inbox. */
  wake: () => void;
  /** Runs a command. @throws Unwritable, or what the command throws */
  run: <Result>(command: Command<Result, Stages>) => Promise<Result>;
  /** Commits deliveries that are not in the inbox, as far as the database can be written. */
  commitNow: (deliveries: readonly Delivery[]) => Promise<Committed>;
  /** Resolves to true when everything in the inbox is in the database, or to false if that takes long. */
  committed: () => Promise<boolean>;
  /** Projects what is in the inbox, also if the database could not be written a moment ago. */
  projectAll: () => Promise<void>;
  /** Whether the database can be written. */
  isAway: () => boolean;
  /** Why the database cannot be written until a person has changed something; null otherwise. */
  problem: () => string | null;
  /** Whether it will take a while until the inbox is empty. */
  isBehind: () => boolean;
  commits: () => number;
  /** Pauses writes after the current one: commands are refused. Call the result to resume. @throws Error */
  pause: () => Promise<() => void>;
  /** Projects the inbox, and stops. */
  close: () => Promise<void>;
};

export type ProjectionDeps<Stages> = Omit<CommitterDeps<Stages>, 'removal'> & {
  inbox: Inbox;
  counters: Pick<Counters, 'countOutcome'>;
  log: Pick<Log, 'info' | 'warn'>;
  /** Number of deliveries that have arrived, also of those that are not in the inbox yet. */
  arrivals: () => number;
  /** Called when the database still cannot be written, several times a second. */
  onProbeFailed: () => void;
  connection: Connection;
};

/** What the kind of connection adds to an outage. */
export type Connection = {
  /** Whether a write that failed has surely written nothing, so that it can be tried again at once. */
  isLocal: boolean;
  /** Whether what is written may be lost, or another process may write: until `recover` nothing must be written. */
  isCut: () => boolean;
  /** Why nothing must be written until a person has changed it; null while nobody has to. */
  problem: () => string | null;
  /**
   * Makes the connection usable again. Over a network, it also reads everything in memory again, because the last commit
   * before an outage may have succeeded. @throws Error
   */
  recover: () => Promise<void>;
};

/** Of a database in a file that nobody moves. */
export const LOCAL_CONNECTION: Connection = {
  ...{ isLocal: true, isCut: () => false, problem: () => null },
  recover: async () => {},
};

/** A batch blocks the main thread while it is folded and committed. */
const LARGEST_BATCH = { deliveries: 500, bytes: 4 * 1024 * 1024 };
/**
 * A lone delivery is projected after the first of these pauses in their arrival, several after the second. The first is
 * about as long as a client takes to send the next one after an answer.
 */
const PAUSE_MS = 0.5;
const PAUSE_OF_SEVERAL_MS = 2;
/** More deliveries are awaited for at most this long, and only while at least this many arrive in a millisecond. */
const LONGEST_WAIT_MS = 100;
const FEWEST_PER_MS = 0.5;
/** With more than this in the inbox, nobody waits until it is empty. */
const BEHIND = 2_000;
/** When to try again after an inbox could not be read, or an unexpected error. */
const RETRY_MS = 10_000;

/** Work between batches. It begins when as many deliveries are removed from the inbox as were added before it. */
type Task = { after: number; run: () => Promise<void> };

/** Timers come before sockets: after a blocked turn of the event loop, what has arrived must be read first. */
const pauseOfSeveral = () => new Promise((next) => setTimeout(() => setImmediate(next), PAUSE_OF_SEVERAL_MS));

/** Ends early when a delivery arrives. Timers are not as short as this. */
async function shortPause(arrivals: () => number): Promise<void> {
  const [begun, before] = [performance.now(), arrivals()];
  do await new Promise((next) => setImmediate(next));
  while (arrivals() === before && performance.now() - begun < PAUSE_MS);
}

export function createProjection<Stages extends Writing>(deps: ProjectionDeps<Stages>): Projection<Stages> {
  const { inbox, counters, log, connection } = deps;
  const { transact, commit, commitNothing, commits } = createCommitter({ ...deps, removal: inbox.removal });
  const outage = createDatabaseOutage(log, connection.isLocal);
  const tasks: Task[] = [];
  let waiters: { after: number; done: (isCommitted: boolean) => void }[] = [];
  let running: Promise<void> | null = null;
  let isDamaged = false;
  let isPaused = false;
  let isClosing = false;
  let readAgainAt = Number.NEGATIVE_INFINITY;

  const isAway = () => outage.isDown() || isPaused;
  const isBehind = () => isAway() || inbox.count() > BEHIND;
  const mayProject = () => inbox.count() > 0 && !isAway() && performance.now() >= readAgainAt;

  const cutReason = () => connection.problem() ?? 'the connection to the database was lost';

  function releaseWaiters(): void {
    const isOver = isBehind() || !mayProject();
    const over = waiters.filter(({ after }) => isOver || inbox.removed() >= after);
    waiters = waiters.filter((waiter) => !over.includes(waiter));
    for (const { after, done } of over) done(inbox.removed() >= after);
  }

  /** Waits for a pause in the arrival of deliveries, because one commit of many is faster than many commits. */
  async function gather(): Promise<void> {
    const begun = performance.now();
    const first = deps.arrivals() - inbox.count();
    for (let before = -1; before !== deps.arrivals(); ) {
      const isUrgent = tasks.length > 0 || waiters.length > 0 || isClosing;
      const isLarge = inbox.count() >= LARGEST_BATCH.deliveries || inbox.bytes() >= LARGEST_BATCH.bytes;
      const waitedMs = performance.now() - begun;
      const areFew = deps.arrivals() - first < waitedMs * FEWEST_PER_MS;
      if (isUrgent || isLarge || areFew || waitedMs >= LONGEST_WAIT_MS) return;
      before = deps.arrivals();
      await (inbox.count() > 1 ? pauseOfSeveral() : shortPause(deps.arrivals));
    }
  }

  function countOutcomes(committed: Committed): void {
    for (const result of committed.values()) if (result) counters.countOutcome(result.outcome);
  }

  async function projectBatch(): Promise<void> {
    if (inbox.isCut() || connection.isCut()) return outage.begin(cutReason());
    try {
      const batch = await inbox.next(LARGEST_BATCH.deliveries, LARGEST_BATCH.bytes);
      if (batch.length === 0) return;
      const unique = [...new Map(batch.map((delivery) => [delivery.id, delivery])).values()];
      const committed = await retryWhileUnavailable(() => commit(unique), outage.retryForMs());
      isDamaged = false;
      const left = batch.findIndex(({ id }) => !committed.has(id));
      inbox.remove(
        left < 0 ? batch : batch.slice(0, left),
        [...committed].flatMap(([id, result]) => (result ? [] : id)),
      );
      countOutcomes(committed);
    } catch (error) {
      if (error instanceof Unwritable) {
        isDamaged = isDamage(error.cause);
        return outage.begin(error);
      }
      // Deliveries are still acknowledged. One that is projected twice is stored once.
      readAgainAt = performance.now() + RETRY_MS;
      log.warn({ error: shortOf(error) }, 'the inbox cannot be read: retrying');
    } finally {
      releaseWaiters();
    }
  }

  async function loop(): Promise<void> {
    for (;;) {
      const [task] = tasks;
      const isTurn = task && (isBehind() || !mayProject() || inbox.removed() >= task.after);
      if (isTurn) {
        tasks.shift();
        await task.run();
      }
      if (mayProject()) {
        await gather();
        await projectBatch();
        // Lets the server read sockets and acknowledge.
        await new Promise((next) => setImmediate(next));
      } else if (!isTurn) return;
    }
  }

  /** Finds out with a real write whether the database can be written again. */
  async function probe(): Promise<void> {
    if (isPaused || !outage.isDown()) return;
    try {
      const problem = connection.problem();
      if (problem !== null) throw new Unwritable(problem);
      await commitNothing();
      await connection.recover();
      await inbox.recover();
      outage.end();
      log.info({ waiting: inbox.count() }, 'the database can be written again');
    } catch (error) {
      outage.begin(error);
      deps.onProbeFailed();
    }
  }

  function runAlone(work: () => Promise<void>): Promise<void> {
    running ??= work()
      .catch((error) => {
        // Not at once: what fails every time would leave no time for anything else.
        readAgainAt = performance.now() + RETRY_MS;
        log.warn({ error: shortOf(error) }, 'an error in the projection, which continues');
      })
      .finally(() => {
        running = null;
        releaseWaiters();
        if (tasks.length > 0 || mayProject()) void runAlone(loop);
      });
    return running;
  }

  const wake = () => void runAlone(loop);

  const probing = setInterval(() => {
    if (!isPaused && !outage.isDown() && connection.problem() !== null) outage.begin(cutReason());
    if (outage.isDown() && outage.mayProbe() && !isPaused) void runAlone(probe);
    else if (mayProject()) wake();
  }, PROBE_MS);
  probing.unref();

  function enqueue<Result>(run: () => Promise<Result>): Promise<Result> {
    return new Promise((done, failed) => {
      tasks.push({ after: inbox.added(), run: () => run().then(done, failed) });
      wake();
    });
  }

  /** Not retried while the database is away: people wait for the answer. */
  async function runCommand<Result>(command: Command<Result, Stages>): Promise<Result> {
    if (isPaused) throw new Unwritable('a backup is being restored');
    if (connection.isCut()) outage.begin(cutReason());
    if (outage.isDown() && !connection.isLocal) throw new Unwritable('PostgreSQL cannot be reached');
    if (connection.isCut()) await probe();
    const problem = connection.problem();
    if (problem !== null) throw new Unwritable(problem);
    try {
      const result = await retryWhileUnavailable(() => transact(command), outage.retryCommandForMs());
      // The command may have written nothing: only a probe shows whether the database can be written again.
      await probe();
      return result;
    } catch (error) {
      if (error instanceof Unwritable) outage.begin(error);
      throw error;
    }
  }

  return {
    wake,
    run: (command) =>
      isClosing ? Promise.reject(new Unwritable('the queue is closing')) : enqueue(() => runCommand(command)),
    commitNow: (deliveries) =>
      enqueue(async () => {
        if (isAway() || connection.isCut()) return new Map();
        try {
          const committed = await retryWhileUnavailable(() => commit(deliveries), outage.retryForMs());
          countOutcomes(committed);
          return committed;
        } catch (error) {
          outage.begin(error);
          return new Map();
        }
      }),
    committed: () =>
      isBehind() || !mayProject()
        ? Promise.resolve(inbox.count() === 0)
        : new Promise((done) => {
            waiters.push({ after: inbox.added(), done });
            wake();
          }),
    async projectAll() {
      while (running) await running;
      readAgainAt = Number.NEGATIVE_INFINITY;
      await runAlone(probe);
      while (running || mayProject()) await runAlone(loop);
    },
    isAway,
    problem: () => (isPaused ? null : (connection.problem() ?? (isDamaged ? DAMAGED : null))),
    isBehind,
    commits,
    pause: () =>
      enqueue(async () => {
        // The database that follows may lack deliveries that were projected before. A crash must not bring back some of them.
        inbox.sweep();
        isPaused = true;
        return () => {
          isPaused = false;
          isDamaged = false;
          outage.end();
          readAgainAt = Number.NEGATIVE_INFINITY;
          wake();
        };
      }),
    async close() {
      isClosing = true;
      clearInterval(probing);
      while (running || tasks.length > 0 || mayProject()) await runAlone(loop);
    },
  };
}
