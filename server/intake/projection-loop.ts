import type { Inbox } from './inbox';

export type ProjectionLoopDeps = {
  inbox: Pick<Inbox, 'count' | 'added' | 'removed'>;
  /** Whether a batch can be projected now. */
  mayProject: () => boolean;
  /** Whether emptying the inbox will take so long that callers do not wait for it. */
  isBehind: () => boolean;
  /** Projects a batch, without waiting for further deliveries while it is urgent. */
  project: (isUrgent: () => boolean) => Promise<void>;
  /** Called after an unexpected error. */
  onError: (error: unknown) => void;
};

/** Work between batches. It begins when as many deliveries are removed from the inbox as were added before it. */
type Task = { after: number; run: () => Promise<void> };

/** Projects batches and runs tasks between them, one at a time. */
export function createProjectionLoop({ inbox, mayProject, isBehind, project, onError }: ProjectionLoopDeps) {
  const tasks: Task[] = [];
  let waiters: { after: number; done: (isCommitted: boolean) => void }[] = [];
  let running: Promise<void> | null = null;
  let isClosing = false;

  const isUrgent = () => tasks.length > 0 || waiters.length > 0 || isClosing;

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
        await project(isUrgent);
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
    /** Drains without waiting for further deliveries. */
    close(): Promise<void> {
      isClosing = true;
      return drained();
    },
  };
}
