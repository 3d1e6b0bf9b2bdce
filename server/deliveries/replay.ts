import { toIso } from '../../domain/fact';
import type { Settings } from '../../domain/settings';
import type { Boards } from '../board/boards';
import type { BoardQueue } from '../board/stages';
import { Problem } from '../http/reply';
import type { Delivery } from '../intake/delivery';
import type { Log } from '../log';
import type { Sql } from '../storage/database';
import { shortOf, Unwritable } from '../storage/failure';
import { UserError } from '../user-error';
import { pathSlipOf } from '../webhooks/intake-settings';
import type { Subscription } from '../webhooks/subscription';
import { translate } from '../webhooks/translate';
import { causeOf } from './causes';
import { type DeliveryCursor, FIRST_DELIVERY, type ReplayQuestion, type StoredDelivery } from './list-deliveries';

type ReplayDeps = {
  queue: BoardQueue;
  boards: Pick<Boards, 'deliver'>;
  reader: { read: (name: 'delivery', question: ReplayQuestion) => Promise<StoredDelivery[]> };
  settings: Settings;
  subscriptions: () => ReadonlyMap<string, Subscription>;
  log: Pick<Log, 'warn'>;
  /** Epoch ms. */
  now: () => number;
  /** Called in the turn of each delivery, with its branch. Throws a `Problem` if the sender may not see it by then. */
  requireAccess?: (sql: Sql, branch: number | null) => Promise<void>;
};

type Replayed = { replayed: number; applied: number };

const CHUNK = 200;

/** Translates a stored delivery again, with this version of the program and today's settings. @throws UserError */
export async function replayOne(deps: ReplayDeps, id: string): Promise<Replayed> {
  const [stored] = await deps.reader.read('delivery', { id });
  if (!stored) throw new UserError(`there is no delivery ${id}`, 'unknown');
  if (stored.erasedAt !== null)
    throw new UserError(
      `the body of this delivery was erased on ${toIso(stored.erasedAt)}: it cannot be read again`,
      'erased',
    );
  return replay(deps, [stored]);
}

/** Replays every unreadable delivery, in chunks. @throws Unwritable */
export async function replayUnreadable(deps: ReplayDeps): Promise<Replayed> {
  const total: Replayed = { replayed: 0, applied: 0 };
  let after: DeliveryCursor | null = FIRST_DELIVERY;
  while (after) {
    const chunk = await replayChunk(deps, after);
    total.replayed += chunk.replayed;
    total.applied += chunk.applied;
    after = chunk.next;
  }
  return total;
}

/** Ids of the replayed deliveries, and the cursor of the next chunk; null at the end. */
type ReplayedChunk = Replayed & { ids: string[]; next: DeliveryCursor | null };

/** Replays the next unreadable deliveries of these branches, or of all. */
export async function replayChunk(
  deps: ReplayDeps,
  after: DeliveryCursor,
  { branches, limit = CHUNK }: { branches?: readonly (number | null)[]; limit?: number } = {},
): Promise<ReplayedChunk> {
  const question = { outcome: 'unreadable', after, limit, ...(branches ? { branches } : {}) } as const;
  const stored = await deps.reader.read('delivery', question);
  const done = await replay(deps, stored);
  const last = stored.length < limit ? undefined : stored.at(-1);
  return {
    ...done,
    ids: stored.map(({ id }) => id),
    next: last ? { receivedAt: last.receivedAt, id: last.id } : null,
  };
}

/** Replays each delivery in its own transaction, so that a failure does not stop the others. */
async function replay(deps: ReplayDeps, stored: readonly StoredDelivery[]): Promise<Replayed> {
  let applied = 0;
  for (const delivery of stored) {
    try {
      const settled = await deps.queue.run(async (sql, stages) => {
        await deps.requireAccess?.(sql, delivery.branch);
        const again = read(deps, delivery);
        await stages.lock(sql, again.translation.branch === null ? [] : [again.translation.branch]);
        // One that was applied or erased meanwhile, maybe by another node, stays as it is. The update changes nothing, but
        // locks the row, so that none is erased until this is committed.
        const { id, pathEvent } = delivery;
        const where = { id, erasedAt: null, outcome: { in: ['unreadable', 'ignored'] } };
        const { count } = await sql.delivery.updateMany({ where, data: { pathEvent } });
        if (count === 0) return null;
        return deps.boards.deliver(sql, [again], stages);
      });
      if (settled?.get(delivery.id)?.outcome === 'applied') applied += 1;
    } catch (error) {
      if (error instanceof Unwritable || error instanceof Problem) throw error;
      deps.log.warn({ delivery: delivery.id, error: shortOf(error) }, 'a delivery could not be replayed');
    }
  }
  return { replayed: stored.length, applied };
}

function read(deps: ReplayDeps, stored: StoredDelivery): Delivery {
  const { id, receivedAt, subscription, pathEvent, bodySha256 } = stored;
  const headers = JSON.parse(stored.headers) as Record<string, string>;
  const body = Buffer.from(stored.body);
  const context = {
    pathEvent,
    pinnedEvent: deps.subscriptions().get(subscription)?.event ?? null,
    pathSlip: pathSlipOf(deps.settings),
    contentType: headers['content-type'] ?? null,
    branches: branchesOf(deps, stored),
  };
  // Today's time: if the clock of this machine was wrong on receipt, it may have been corrected since.
  const translation = translate(body, bodySha256, context, deps.now());
  return { id, receivedAt, subscription, pathEvent, headers, body, bodySha256, translation, isReplay: true };
}

/** The branches of which the subscription of a delivery may send; null for all. */
function branchesOf(
  { subscriptions }: Pick<ReplayDeps, 'subscriptions'>,
  { subscription, outcome, reason }: StoredDelivery,
): readonly number[] | null {
  const known = subscriptions().get(subscription);
  if (known) return known.branches ?? null;
  // The limit of a subscription that was removed was never corrected.
  return causeOf(outcome, reason) === 'other-branch' ? [] : null;
}
