import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { isSame } from '../../lib/collections';
import type { Boards } from '../board/boards';
import type { NodeMessage } from '../board/branch-news';
import type { AsOf } from '../board/read-board';
import type { BoardQueue } from '../board/stages';
import type { Configuration } from '../configuration';
import type { Inbox } from '../intake/inbox';
import type { WriteQueue } from '../intake/write-queue';
import type { Log } from '../log';
import { ARE_WAITING, HEADS, NOTIFY } from '../sql/node-statements';
import { type Int, int, parametersOf, type Statements } from '../sql/statements';
import type { Database, Sql } from '../storage/database';
import { refuseReadOnly, shortOf } from '../storage/failure';
import type { NodeLink } from '../storage/node-link';

type HeadsDeps = {
  node: number;
  database: Database;
  boards: Pick<Boards, 'branches'>;
  configuration: Pick<Configuration, 'generation'>;
};

type Row = {
  generation: Int;
  branches: Int;
  revisions: Int;
  waiting: string | null;
  isReadOnly: boolean;
};

type AsOfDeps = {
  queue: Pick<WriteQueue<never>, 'waitingMs'>;
  follower: Pick<Follower, 'isCutOff' | 'unseenMs'>;
  /** Server time, epoch ms. */
  now: () => number;
};

/** Boards are usually a few milliseconds behind, and in a rush a second. */
const USUAL_MS = 2_000;

type ConfigurationCheckDeps = {
  database: Statements;
  configuration: Pick<Configuration, 'isCurrent'>;
  queue: Pick<WriteQueue<never>, 'state'>;
  /** Reads what other nodes have changed. */
  follow: () => Promise<void>;
  /** How long a check may take, in ms. */
  checkWithinMs?: number | undefined;
};

/** The POS waits meanwhile. */
export const CHECK_WITHIN_MS = 1_000;

/** How long a message may take to come back, in ms. */
const WITHIN_MS = 5_000;

/** Keeps the memory of this node up to date with what other nodes commit. */
export type Follower = {
  /**
   * Resolves when memory has what any node has acknowledged before, or when that takes long, because another node or the
   * database does not answer.
   */
  current: () => Promise<void>;
  /**
   * Resolves to whether memory has the subscriptions and settings that were stored before, which is unknown while the
   * database does not answer.
   */
  knowsConfiguration: () => Promise<boolean>;
  /** Whether other nodes may have changed boards for a while without this one having noticed. */
  isCutOff: () => boolean;
  /** For how long this node may not have noticed what others changed, in ms. */
  unseenMs: () => number;
  /** Resolves to whether messages of nodes arrive here. @throws Error if the database does not answer */
  receivesMessages: () => Promise<boolean>;
  close: () => void;
};

/** With one node, memory is the truth. */
export const NOBODY_TO_FOLLOW: Follower = {
  current: async () => {},
  knowsConfiguration: async () => true,
  isCutOff: () => false,
  unseenMs: () => 0,
  receivesMessages: async () => true,
  close: () => {},
};

type FollowerDeps = HeadsDeps & {
  queue: Pick<BoardQueue, 'run' | 'state'>;
  boards: Pick<Boards, 'follow'>;
  configuration: Pick<Configuration, 'follow' | 'isCurrent'>;
  /** Brings all of memory to what other nodes have committed. */
  catchUp: (sql: Sql) => Promise<void>;
  inbox: Pick<Inbox, 'adopt' | 'recover'>;
  link: Pick<NodeLink, 'listen' | 'hasOthers'>;
  log: Pick<Log, 'warn' | 'info'>;
  checkWithinMs?: number | undefined;
};

/** Finds what a message did not say, because it was lost or its node is gone. */
const FOLLOW_EVERY_MS = 3_000;
/** How long a request waits for what another node has acknowledged and not projected, in ms. */
const WAIT_MS = 1_000;
const POLL_MS = 20;
/** After two looks that found nothing out, in ms. */
const CUT_OFF_AFTER_MS = 7_000;

export function startFollower(deps: FollowerDeps): Follower {
  const { node, queue, boards, configuration, link, log } = deps;
  const heads = createHeads(deps);
  const echo = createEcho(node, deps.database);
  /** Branches to read again; null: all of them. */
  let wanted: Set<number> | null = new Set();
  let running: Promise<void> | null = null;
  let isClosed = false;

  /** Follows what is wanted, in turn with other work on memory. What is wanted meanwhile is followed after it. */
  function follow(): Promise<void> {
    running ??= (async () => {
      // Messages that arrive together are followed together.
      await new Promise((next) => setImmediate(next));
      const numbers = wanted && [...wanted];
      wanted = new Set();
      await queue.run(async (sql) => {
        if (numbers === null) return deps.catchUp(sql);
        await configuration.follow(sql);
        await boards.follow(sql, numbers);
      });
    })().finally(() => {
      running = null;
      if (!isClosed && (wanted === null || wanted.size > 0)) followSoon();
    });
    return running;
  }

  /** If it fails, the database is away, and the next look follows everything. */
  const followSoon = () => void follow().catch(() => {});

  link.listen((text) => {
    if (isClosed) return;
    const message = text === null ? null : readMessage(text);
    if (message?.node === node) return void echo.receive(message);
    if (!message?.branches) wanted = null;
    else {
      const known = new Map(boards.branches().map(({ row }) => [row.number, row.revision]));
      for (const [branch, revision] of message.branches) if ((known.get(branch) ?? 0) < revision) wanted?.add(branch);
      if (wanted?.size === 0) return;
    }
    followSoon();
  });

  async function followAll(): Promise<void> {
    wanted = null;
    await running?.catch(() => {});
    const begunAt = performance.now();
    await follow();
    heads.followed(begunAt);
  }

  async function look(): Promise<void> {
    if ((await heads.read()).isBehind) await followAll();
  }

  const adopt = createAdoption(deps);
  const looking = setInterval(() => {
    if (queue.state().isAway) return void heads.read().catch(() => {});
    look()
      .then(adopt)
      .then((adopted) => {
        if (adopted > 0) log.info({ deliveries: adopted }, 'deliveries that another node left are projected here');
      })
      .catch((error: unknown) =>
        log.warn({ error: shortOf(error) }, 'what other nodes did could not be read: retrying'),
      );
  }, FOLLOW_EVERY_MS);
  looking.unref();

  // For what was committed between the loading of memory and the first message.
  void look().catch(() => {});
  echo.comesBack().then(
    (cameBack) =>
      !cameBack && !isClosed && log.warn({}, 'messages between nodes do not arrive: doctor says what to do'),
    () => {},
  );

  return {
    async current() {
      if (isClosed || queue.state().isAway) return;
      try {
        const { waiting } = await heads.read();
        const deadline = performance.now() + WAIT_MS;
        while (waiting !== null && performance.now() < deadline && (await heads.areWaiting(waiting)))
          await wait(POLL_MS);
        await look();
      } catch {
        // The database is away: what is in memory is the newest that there is.
      }
    },
    knowsConfiguration: createConfigurationCheck({ ...deps, follow: followAll }),
    isCutOff: () => link.hasOthers() && heads.unseenMs() > CUT_OFF_AFTER_MS,
    unseenMs: heads.unseenMs,
    receivesMessages: echo.comesBack,
    close() {
      isClosed = true;
      clearInterval(looking);
    },
  };
}

const MESSAGE = z.object({
  node: z.number(),
  branches: z.array(z.tuple([z.number(), z.number()])).nullable(),
  echo: z.string().exactOptional(),
}) satisfies z.ZodType<NodeMessage>;

/** Null for a text that no node sent: anybody who may use the database can send on the channel. */
function readMessage(text: string): NodeMessage | null {
  try {
    return MESSAGE.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Returns a function that takes over the deliveries of nodes that are gone, and resolves to their number. */
function createAdoption({ queue, inbox }: Pick<FollowerDeps, 'queue' | 'inbox'>): () => Promise<number> {
  /** Whether it is unknown what an adoption, which was not answered, has taken over. */
  let isUncertain = false;
  return async () => {
    // In turn with the projection, which changes what is counted.
    if (isUncertain) await queue.run(async () => inbox.recover());
    isUncertain = false;
    return inbox.adopt().catch((error: unknown) => {
      isUncertain = true;
      throw error;
    });
  };
}

/** Finds out whether messages between nodes arrive: sends one without content, and waits for it on the connection that listens. */
function createEcho(node: number, database: Pick<Statements, '$executeRawUnsafe'>) {
  const expected = new Map<string, () => void>();
  return {
    /** Call it with every message of this node. */
    receive: ({ echo }: NodeMessage) => echo !== undefined && expected.get(echo)?.(),
    /** Resolves to whether a message came back. @throws Error if it could not be sent */
    async comesBack(): Promise<boolean> {
      const echo = randomUUID();
      const back = new Promise<boolean>((done) => expected.set(echo, () => done(true)));
      const message: NodeMessage = { node, branches: [], echo };
      try {
        await database.$executeRawUnsafe(NOTIFY, ...parametersOf([[JSON.stringify(message)]]));
        return await Promise.race([back, wait(WITHIN_MS, false, { ref: false })]);
      } finally {
        expected.delete(echo);
      }
    },
  };
}

/**
 * Returns a function that resolves to whether memory has the subscriptions and settings that were stored before its call,
 * and reads them first if necessary; false if that takes long. One check runs at a time, because anybody may send very
 * many unknown signatures.
 */
function createConfigurationCheck(deps: ConfigurationCheckDeps) {
  const { database, configuration, queue, follow, checkWithinMs = CHECK_WITHIN_MS } = deps;
  let running: Promise<boolean> = Promise.resolve(true);
  let isSlow = false;
  /** The check of everybody who asked since `running` began. */
  let next: Promise<boolean> | null = null;

  async function check(): Promise<boolean> {
    const slow = setTimeout(() => {
      isSlow = true;
    }, checkWithinMs).unref();
    try {
      if (!(await configuration.isCurrent(database))) await follow();
      return true;
    } catch {
      return false;
    } finally {
      clearTimeout(slow);
      isSlow = false;
    }
  }

  return async (): Promise<boolean> => {
    if (isSlow || queue.state().isAway) return false;
    next ??= running.then(() => {
      next = null;
      running = check();
      return running;
    });
    return Promise.race([next, wait(checkWithinMs, false, { ref: false })]);
  };
}

export function createAsOf({ queue, follower, now }: AsOfDeps): AsOf {
  return () => {
    const ageMs = Math.max(queue.waitingMs(), follower.isCutOff() ? follower.unseenMs() : 0);
    return ageMs > USUAL_MS ? now() - ageMs : null;
  };
}

function storedOf({ generation, branches, revisions }: Row) {
  return { generation: int(generation), branches: int(branches), revisions: int(revisions) };
}

/** How far the database is, compared with the memory of this node. */
export function createHeads({ node, database, boards, configuration }: HeadsDeps) {
  /** When memory had everything, as far as this node knows. */
  let seenAt = performance.now();

  /** Call it when memory has everything that was committed before an instant of `performance.now()`. */
  function followed(begunAt: number): void {
    seenAt = Math.max(seenAt, begunAt);
  }

  function inMemory() {
    const known = boards.branches();
    const revisions = known.reduce((total, { row }) => total + row.revision, 0);
    return { generation: configuration.generation(), branches: known.length, revisions };
  }

  return {
    /** `waiting` is the last delivery that another node has acknowledged and not projected; null if there is none. */
    async read(): Promise<{ isBehind: boolean; waiting: string | null }> {
      const begun = performance.now();
      // Before the query: what this node commits until the answer would hide what another one has committed.
      const known = inMemory();
      const [row] = await database.$queryRawUnsafe<Row[]>(HEADS, node);
      refuseReadOnly(row);
      const isBehind = row !== undefined && !isSame(known, storedOf(row));
      if (!isBehind) followed(begun);
      return { isBehind, waiting: row?.waiting ?? null };
    },
    followed,
    /** Whether another node still has to project a delivery until this one. */
    async areWaiting(until: string): Promise<boolean> {
      const [found] = await database.$queryRawUnsafe<{ are: boolean }[]>(ARE_WAITING, node, until);
      return found?.are === true;
    },
    /** For how long this node may not have noticed what others changed, in ms. */
    unseenMs: () => performance.now() - seenAt,
  };
}
