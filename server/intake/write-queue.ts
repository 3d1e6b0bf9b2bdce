import { createAcceptance } from './acceptance';
import type { Command, Writing } from './committer';
import type { Delivery, StoreResult, TranslationContext } from './delivery';
import type { Inbox, InboxEntry } from './inbox';
import { createProjection, type ProjectionDeps } from './projection';

/**
 * The way into the database: deliveries are acknowledged when they are in the inbox, and projected soon after, in order
 * with commands.
 */
export type WriteQueue<Stages> = {
  /** Resolves when the delivery is safe. Never rejects. */
  deliver: (delivery: Delivery, context: TranslationContext) => Promise<StoreResult>;
  /** Runs a command in a transaction of its own. @throws Unwritable, or what the command throws */
  run: <Result>(command: Command<Result, Stages>) => Promise<Result>;
  /**
   * Resolves to true when everything acknowledged so far is in the database, or to false if that takes long, because the
   * database cannot be written, or could not for a while.
   */
  committed: () => Promise<boolean>;
  /** Projects everything in the inbox, as long as the database can be written. */
  projectAll: () => Promise<void>;
  /** How long ago the oldest delivery that is not in the database yet was acknowledged, in ms; 0 if all are. */
  waitingMs: () => number;
  /** What waits, and whether deliveries can be stored now. */
  state: () => QueueState;
  /** Projects what waits and stops. */
  close: () => Promise<void>;
};

export type QueueState = {
  /** Deliveries that are not acknowledged yet. */
  waiting: number;
  /** The database cannot be written: deliveries stay in the inbox. */
  isAway: boolean;
  /** Much waits in the inbox. */
  isBehind: boolean;
  canStore: boolean;
  /** Why the database cannot be written until a person has changed something; null otherwise. */
  problem: string | null;
  /** Deliveries since the start that could not be stored anywhere. */
  refused: number;
  inboxBytes: number;
  /** Acknowledged deliveries that are not in the database yet. */
  inboxDeliveries: number;
  /** Deliveries that the database cannot store even as unreadable. They stay in the inbox. */
  rejected: number;
  commits: number;
};

type QueueDeps<Stages> = Omit<ProjectionDeps<Stages>, 'onProbeFailed' | 'onFound'> & {
  /** Server time, epoch ms. */
  now: () => number;
};

export function createWriteQueue<Stages extends Writing>(deps: QueueDeps<Stages>): WriteQueue<Stages> {
  const { inbox, log } = deps;

  const waiting = createWaitingAge(inbox, () => performance.now());

  const projection = createProjection({
    ...deps,
    onProbeFailed: () => void acceptance.probe(),
    onFound: (receivedAt) => waiting.found(deps.now() - receivedAt),
  });
  const acceptance = createAcceptance({
    inbox,
    log,
    onAdded() {
      waiting.added();
      projection.wake();
    },
    store,
  });

  async function store(entries: readonly InboxEntry[]): Promise<StoreResult[]> {
    const committed = await projection.commitNow(entries.map(({ delivery }) => delivery));
    inbox.noteStored(entries.flatMap(({ delivery }) => (committed.get(delivery.id) ? delivery : [])));
    return entries.map(({ delivery }) => {
      const outcome = committed.get(delivery.id);
      return outcome ? { storedIn: 'database', ...outcome } : { storedIn: 'nowhere' };
    });
  }

  return {
    deliver: (delivery, context) => acceptance.deliver({ delivery, context }),
    run: projection.run,
    committed: projection.committed,
    projectAll: projection.projectAll,
    waitingMs: waiting.get,
    state: () => ({
      waiting: acceptance.count(),
      isAway: projection.isAway(),
      isBehind: projection.isBehind(),
      canStore: acceptance.isWritable() || !projection.isAway(),
      problem: projection.problem(),
      refused: acceptance.refused(),
      inboxBytes: inbox.bytes(),
      inboxDeliveries: inbox.count(),
      rejected: inbox.rejected(),
      commits: projection.commits(),
    }),
    async close() {
      await acceptance.close();
      await projection.close();
    },
  };
}

type WaitingAge = {
  /** Call it after deliveries were added to the inbox. */
  added: () => void;
  /**
   * Call it with the age of the oldest delivery that waits, in ms: another node, or this one before a restart, may have
   * acknowledged it. It is negative if the clock of that node is ahead.
   */
  found: (ageMs: number) => void;
  /**
   * How long ago the oldest delivery that waits was acknowledged, or up to a quarter of a second more, in ms; 0 if none
   * waits.
   */
  get: () => number;
};

/** Deliveries that arrive within this time form a group. */
const GROUP_MS = 250;
/** Limit of groups; later deliveries join the newest. */
const MAX_GROUPS = 1_000;

/**
 * Remembers how long deliveries have waited in the inbox. `monotonicNow` is in ms; the server's clock may be set back
 * while they wait.
 */
export function createWaitingAge(inbox: Pick<Inbox, 'added' | 'removed'>, monotonicNow: () => number): WaitingAge {
  /** By the instant of their first delivery. `until` is how many were added then. */
  const groups: { at: number; until: number }[] = [];

  function forgetRemoved(): void {
    const end = groups.findIndex(({ until }) => until > inbox.removed());
    groups.splice(0, end === -1 ? groups.length : end);
  }

  return {
    added() {
      forgetRemoved();
      const now = monotonicNow();
      const last = groups.at(-1);
      if (last && (now - last.at < GROUP_MS || groups.length === MAX_GROUPS)) last.until = inbox.added();
      else groups.push({ at: now, until: inbox.added() });
    },
    found(ageMs) {
      forgetRemoved();
      const at = monotonicNow() - Math.max(0, ageMs);
      const until = inbox.removed() + 1;
      const oldest = groups[0];
      // The same delivery again: two clocks never agree exactly.
      if (oldest?.until === until) oldest.at = Math.min(oldest.at, at);
      else if (!oldest || at < oldest.at) groups.unshift({ at, until });
    },
    get() {
      forgetRemoved();
      const oldest = groups[0];
      return oldest ? monotonicNow() - oldest.at : 0;
    },
  };
}
