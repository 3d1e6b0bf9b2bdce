import type { Log } from '../log';
import { shortOf, Unwritable } from '../storage/failure';
import type { Committed } from './commit-in-halves';
import { type Command, type CommitterDeps, createCommitter, type Writing } from './committer';
import type { Counters } from './counters';
import { PROBE_MS } from './database-outage';
import type { Delivery } from './delivery';
import { gather, LARGEST_BATCH } from './gather';
import type { Inbox } from './inbox';
import { type Connection, createWriteAccess } from './write-access';

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

/** With more than this in the inbox, nobody waits until it is empty. */
const BEHIND = 2_000;
/** When to try again after an inbox could not be read, or an unexpected error. */
const RETRY_MS = 10_000;

/** Work between batches. It begins when as many deliveries are removed from the inbox as were added before it. */
type Task = { after: number; run: () => Promise<void> };

export function createProjection<Stages extends Writing>(deps: ProjectionDeps<Stages>): Projection<Stages> {
  const { inbox, counters, log } = deps;
  const { transact, commit, commitNothing, commits } = createCommitter({ ...deps, removal: inbox.removal });
  const access = createWriteAccess({ ...deps, commitNothing, recover });
  const tasks: Task[] = [];
  let waiters: { after: number; done: (isCommitted: boolean) => void }[] = [];
  let running: Promise<void> | null = null;
  let isClosing = false;
  let readAgainAt = Number.NEGATIVE_INFINITY;

  const isBehind = () => access.isAway() || inbox.count() > BEHIND;
  const mayProject = () => inbox.count() > 0 && !access.isAway() && performance.now() >= readAgainAt;
  const isUrgent = () => tasks.length > 0 || waiters.length > 0 || isClosing;

  async function recover(): Promise<void> {
    await inbox.recover();
    log.info({ waiting: inbox.count() }, 'the database can be written again');
  }

  function releaseWaiters(): void {
    const isOver = isBehind() || !mayProject();
    const over = waiters.filter(({ after }) => isOver || inbox.removed() >= after);
    waiters = waiters.filter((waiter) => !over.includes(waiter));
    for (const { after, done } of over) done(inbox.removed() >= after);
  }

  async function commitAndCount(deliveries: readonly Delivery[]): Promise<Committed> {
    const committed = await access.write(() => commit(deliveries));
    for (const result of committed.values()) if (result) counters.countOutcome(result.outcome);
    return committed;
  }

  async function projectBatch(): Promise<void> {
    if (inbox.isCut() || access.isCut()) return access.begin();
    try {
      const batch = await inbox.next(LARGEST_BATCH.deliveries, LARGEST_BATCH.bytes);
      if (batch.length === 0) return;
      const unique = [...new Map(batch.map((delivery) => [delivery.id, delivery])).values()];
      const committed = await commitAndCount(unique);
      const left = batch.findIndex(({ id }) => !committed.has(id));
      inbox.remove(
        left < 0 ? batch : batch.slice(0, left),
        [...committed].flatMap(([id, result]) => (result ? [] : id)),
      );
    } catch (error) {
      if (error instanceof Unwritable) return;
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
        await gather(inbox, deps.arrivals, isUrgent);
        await projectBatch();
        // Lets the server read sockets and acknowledge.
        await new Promise((next) => setImmediate(next));
      } else if (!isTurn) return;
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
    if (access.mustProbe()) void runAlone(access.probe);
    else if (mayProject()) wake();
  }, PROBE_MS);
  probing.unref();

  function enqueue<Result>(run: () => Promise<Result>): Promise<Result> {
    return new Promise((done, failed) => {
      tasks.push({ after: inbox.added(), run: () => run().then(done, failed) });
      wake();
    });
  }

  return {
    wake,
    run: (command) =>
      isClosing
        ? Promise.reject(new Unwritable('the queue is closing'))
        : enqueue(() => access.command(() => transact(command))),
    commitNow: (deliveries) =>
      enqueue(async () => {
        if (access.isAway() || access.isCut()) return new Map();
        try {
          return await commitAndCount(deliveries);
        } catch (error) {
          access.begin(error);
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
      await runAlone(access.probe);
      while (running || mayProject()) await runAlone(loop);
    },
    isAway: access.isAway,
    problem: access.problem,
    isBehind,
    commits,
    pause: () =>
      enqueue(async () => {
        // The database that follows may lack deliveries that were projected before. A crash must not bring back some of them.
        inbox.sweep();
        access.pause();
        return () => {
          access.resume();
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
