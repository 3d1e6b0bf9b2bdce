import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../log';
import { shortOf, Unwritable } from '../storage/failure';
import {
  type Command,
  type Committed,
  type CommitterDeps,
  createCommitter,
  isolateFailures,
  type Writing,
} from './committer';
import { type Connection, createWriteAccess, PROBE_MS } from './database-outage';
import type { Counters, Delivery } from './delivery';
import type { Inbox } from './inbox';

type ProjectionLoopDeps = {
  inbox: Pick<Inbox, 'count' | 'added' | 'removed'>;
  /** Whether a batch can be projected now. */
  mayProject: () => boolean;
  /** Whether emptying the inbox will take so long that callers do not wait for it. */
  isBehind: () => boolean;
  /** Projects a batch. */
  project: () => Promise<void>;
  /** Called after an unexpected error. */
  onError: (error: unknown) => void;
};

/** Work between batches. It begins when as many deliveries are removed from the inbox as were added before it. */
type Task = { after: number; run: () => Promise<void> };

/**
 * The only writer of the database: projects the deliveries of the inbox in batches, and runs each command (settings,
 * screens, time) in a transaction of its own, after the deliveries that were acknowledged before it.
 */
type Projection<Stages> = {
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
  /** Projects the inbox, and stops. */
  close: () => Promise<void>;
};

export type ProjectionDeps<Stages> = Omit<CommitterDeps<Stages>, 'removal'> & {
  inbox: Inbox;
  counters: Pick<Counters, 'countOutcome'>;
  log: Pick<Log, 'info' | 'warn'>;
  /** Called when the database still cannot be written, several times a second. */
  onProbeFailed: () => void;
  /** Called with the instant at which the oldest delivery in the inbox was received. */
  onFound: (receivedAt: number) => void;
  connection: Connection;
};

/** With more than this in the inbox, nobody waits until it is empty. */
const BEHIND = 2_000;
/** A batch blocks the main thread while it is folded and committed. */
const LARGEST_COMMIT = { deliveries: 500, bytes: 4 * 1024 * 1024 };
/** Deliveries that follow each other so closely share a commit, which costs a sync of the disk however few they are. */
const PAUSE_MS = 2;
/** The first of them waits for its commit for at most so many of these pauses. */
const MOST_PAUSES = 5;
/** When to try again after an inbox could not be read, or an unexpected error. */
const READ_AGAIN_MS = 10_000;

export function createProjection<Stages extends Writing>(deps: ProjectionDeps<Stages>): Projection<Stages> {
  const { inbox, counters, log } = deps;
  const { transact, commitWhole, commitNothing, commits } = createCommitter({ ...deps, removal: inbox.removal });
  const commit = isolateFailures(commitWhole, log);
  const access = createWriteAccess({ ...deps, commitNothing, recover, isClosing: () => loop.isClosing() });
  let readAgainAt = Number.NEGATIVE_INFINITY;

  const isBehind = () => access.isAway() || inbox.count() > BEHIND;
  const mayProject = () => inbox.count() > 0 && !access.isAway() && performance.now() >= readAgainAt;

  async function recover(): Promise<void> {
    await inbox.recover();
    log.info({ waiting: inbox.count() }, 'the database can be written again');
  }

  async function reachInbox(): Promise<void> {
    try {
      await inbox.recover();
    } catch {
      // The next look tries again.
    }
  }

  async function commitAndCount(deliveries: readonly Delivery[]): Promise<Committed> {
    const committed = await access.write(() => commit(deliveries));
    for (const result of committed.values()) if (result) counters.countOutcome(result.outcome);
    return committed;
  }

  /** Not at once: what fails every time would leave no time for anything else. */
  function retryLater(error: unknown, message: string): void {
    readAgainAt = performance.now() + READ_AGAIN_MS;
    log.warn({ error: shortOf(error) }, message);
  }

  async function untilPause(): Promise<void> {
    let before = 0;
    for (let pauses = 0; pauses < MOST_PAUSES; pauses += 1) {
      const count = inbox.count();
      if (count === before || count >= LARGEST_COMMIT.deliveries) return;
      before = count;
      await wait(PAUSE_MS);
    }
  }

  const loop = createProjectionLoop({
    ...{ inbox, mayProject, isBehind },
    async project() {
      await untilPause();
      if (inbox.isCut() || access.isCut()) return access.begin();
      try {
        await projectBatch(deps, commitAndCount);
      } catch (error) {
        if (error instanceof Unwritable) return;
        // Deliveries are still acknowledged. One that is projected twice is stored once.
        retryLater(error, 'deliveries in the inbox cannot be projected: retrying');
      }
    },
    onError: (error) => retryLater(error, 'an error in the projection, which continues'),
  });

  const probing = setInterval(() => {
    if (access.mustProbe()) void loop.runAlone(access.probe);
    // An inbox that could not be reached for a moment, while nothing waits in it, is no outage.
    else if (inbox.isCut() && inbox.count() === 0) void loop.runAlone(reachInbox);
    else if (mayProject()) loop.wake();
  }, PROBE_MS);
  probing.unref();

  return {
    wake: loop.wake,
    run: (command) =>
      loop.isClosing()
        ? Promise.reject(new Unwritable('the queue is closing'))
        : loop.enqueue(() => access.command(() => transact(command))),
    commitNow: (deliveries) =>
      loop.enqueue(async () => {
        if (access.isAway() || access.isCut()) return new Map();
        return commitAndCount(deliveries).catch((error) => {
          access.begin(error);
          return new Map();
        });
      }),
    committed: loop.committed,
    async projectAll() {
      await loop.ended();
      readAgainAt = Number.NEGATIVE_INFINITY;
      await loop.runAlone(access.probe);
      await loop.drained();
      // Screens must not look up to date while this cannot be projected.
      if (access.isAway())
        await loop.runAlone(async () => {
          const [oldest] = await inbox.next(1, 1);
          if (oldest) deps.onFound(oldest.receivedAt);
        });
    },
    isAway: access.isAway,
    problem: access.problem,
    isBehind,
    commits,
    async close() {
      clearInterval(probing);
      await loop.close();
    },
  };
}

/** Commits the oldest deliveries of the inbox, and removes those before the first that could not be committed. */
async function projectBatch(
  { inbox, onFound, log }: Pick<ProjectionDeps<never>, 'inbox' | 'onFound' | 'log'>,
  commit: (batch: readonly Delivery[]) => Promise<Committed>,
): Promise<void> {
  const rejected = inbox.rejected();
  const batch = await inbox.next(LARGEST_COMMIT.deliveries, LARGEST_COMMIT.bytes);
  const damaged = inbox.rejected() - rejected;
  if (damaged > 0) log.warn({ damaged }, 'deliveries in the inbox are damaged: they are kept there, and on no board');
  const [oldest] = batch;
  if (!oldest) return;
  onFound(oldest.receivedAt);
  const unique = [...new Map(batch.map((delivery) => [delivery.id, delivery])).values()];
  const committed = await commit(unique);
  const left = batch.findIndex(({ id }) => !committed.has(id));
  inbox.remove(
    left < 0 ? batch : batch.slice(0, left),
    [...committed].flatMap(([id, result]) => (result ? [] : id)),
  );
}

/** Projects batches and runs tasks between them, one at a time. */
function createProjectionLoop({ inbox, mayProject, isBehind, project, onError }: ProjectionLoopDeps) {
  const tasks: Task[] = [];
  let waiters: { after: number; done: (isCommitted: boolean) => void }[] = [];
  let running: Promise<void> | null = null;
  let isClosing = false;

  function releaseWaiters(): void {
    const isOver = isBehind() || !mayProject();
    const over = waiters.filter(({ after }) => isOver || inbox.removed() >= after);
    waiters = waiters.filter((waiter) => !over.includes(waiter));
    for (const { after, done } of over) done(inbox.removed() >= after);
  }

  async function runAll(): Promise<void> {
    for (;;) {
      const [task] = tasks;
      const isTurn = task && (isBehind() || !mayProject() || inbox.removed() >= task.after);
      if (isTurn) {
        tasks.shift();
        await task.run();
      }
      if (mayProject()) {
        await project();
        releaseWaiters();
      } else if (!isTurn) return;
      // Lets the server read sockets and acknowledge: on SQLite, neither a batch nor a task waits for anything else.
      await new Promise((next) => setImmediate(next));
    }
  }

  /** Runs `work` while nothing else runs; otherwise returns what runs. */
  function runAlone(work: () => Promise<void>): Promise<void> {
    running ??= work()
      .catch(onError)
      .finally(() => {
        running = null;
        releaseWaiters();
        if (tasks.length > 0 || mayProject()) wake();
      });
    return running;
  }

  const wake = () => void runAlone(runAll);

  /** Resolves when all tasks have run and nothing more can be projected. */
  async function drained(): Promise<void> {
    while (running || tasks.length > 0 || mayProject()) await runAlone(runAll);
  }

  return {
    runAlone,
    /** Projects what can be projected. */
    wake,
    /** Runs a task after the deliveries that were added before it. Rejects with its error. */
    enqueue<Result>(run: () => Promise<Result>): Promise<Result> {
      return new Promise((done, failed) => {
        tasks.push({ after: inbox.added(), run: () => run().then(done, failed) });
        wake();
      });
    },
    /** Resolves to true when everything in the inbox is in the database, or to false if that takes long. */
    committed: (): Promise<boolean> =>
      isBehind() || !mayProject()
        ? Promise.resolve(inbox.count() === 0)
        : new Promise((done) => {
            waiters.push({ after: inbox.added(), done });
            wake();
          }),
    /** Resolves when what runs has ended, without beginning anything. */
    async ended(): Promise<void> {
      while (running) await running;
    },
    drained,
    isClosing: () => isClosing,
    /** Drains, and takes no more tasks. */
    close(): Promise<void> {
      isClosing = true;
      return drained();
    },
  };
}
