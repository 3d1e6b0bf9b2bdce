import { type EndedGap, mayHaveMissed } from '../../domain/gap';
import { HEARTBEAT_EVERY_MS, isAheadOf, type Listening, lookAtClock } from '../../domain/heartbeat';
import { isCooking, isInFlight } from '../../domain/live-figures';
import { isQuiet } from '../../domain/live-verdict';
import type { Settings } from '../../domain/settings';
import type { KeptTicket } from '../../domain/ticket';
import type { Boards } from '../board/boards';
import { type BranchState, calendarOf } from '../board/branch-state';
import type { Stages } from '../board/stages';
import type { Admission } from '../http/admission';
import { servicesOf } from '../sql/load-statements';
import { int } from '../sql/statements';
import { UPSERT_HEARTBEAT } from '../sql/write-statements';
import type { Sql } from '../storage/database';
import { shortOf } from '../storage/failure';
import type { ClockDeps } from './clock';

/** A gap, with the last delivery of each branch at that time: more may arrive before the gap can be stored. */
type PendingGap = EndedGap & { lastDeliveries: ReadonlyMap<number, number | null> };

/** The only row of Attendance that says until when a server listened. */
const THIS_SERVER = 1;

export type Heartbeat = {
  /** Call when the server starts to listen. Stores the gap since it last listened. */
  begin: () => void;
  /** Call when the server stopped listening at `at` (server time). Resolves when that is stored, or cannot be stored. */
  end: (at: number) => Promise<void>;
};

export type HeartbeatDeps = ClockDeps & {
  /** The stored end of the last run; null before the first one. */
  listenedUntil: number | null;
  /** The number of this node where others may listen too; null: there is one. */
  node: number | null;
  /** Counts the deliveries that were cut off with their connections (F21f). */
  admission: Pick<Admission, 'cut'>;
};

/**
 * F21: stores every ten seconds that the server listens. Adds gaps to branches for times in which it did not listen, could
 * not store deliveries, or the POS was silent. After a kill a gap begins up to ten seconds early.
 */
export function startHeartbeat(deps: HeartbeatDeps, everyMs: number = HEARTBEAT_EVERY_MS): Heartbeat {
  const { listenedUntil: lastListened, queue, boards, admission, now, log } = deps;
  let listening: Listening | null =
    lastListened === null ? null : { until: lastSign(lastListened, boards), seen: null, behind: 0 };
  let refusedSince: number | null = null;
  let refusedBefore = 0;
  let pending: PendingGap[] = [];
  let lastStored: number | null = null;
  let storing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  function addGap(gap: EndedGap): void {
    const lastDeliveries = new Map(boards.branches().map(({ row }) => [row.number, row.lastDeliveryAt]));
    // Another array, because the gaps that are being stored now are removed after that.
    pending = [...pending, { ...gap, lastDeliveries }];
  }

  function check(): void {
    const seen = lookAtClock(listening ?? { until: now(), seen: null, behind: 0 }, now());
    const { until } = listening ?? seen.listening;
    listening = seen.listening;
    if (seen.away) addGap({ ...seen.away, cause: 'down' });
    noteRefusals(until);
  }

  /** Adds a gap for deliveries that were refused after `since`, once deliveries can be stored again. */
  function noteRefusals(since: number): void {
    const { canStore, refused: notStored } = queue.state();
    const refused = notStored + admission.cut().deliveries;
    if (refused > refusedBefore) refusedSince ??= since;
    refusedBefore = refused;
    if (refusedSince === null || !canStore) return;
    addGap({ from: refusedSince, to: Math.max(refusedSince, listening?.until ?? 0), cause: 'refused' });
    refusedSince = null;
  }

  async function store(current: Listening): Promise<void> {
    const gaps = pending;
    lastStored = await storeGaps(deps, gaps, current, lastStored);
    pending = pending.slice(gaps.length);
  }

  /** Stores unless much waits in the inbox, because its deliveries may end a silence. */
  async function storeIfPossible(): Promise<void> {
    if (!listening || storing || queue.state().isBehind) return;
    storing = store(listening)
      .catch((error) => log.warn({ error: shortOf(error) }, 'the heartbeat could not be stored: retrying'))
      .finally(() => {
        storing = null;
      });
    await storing;
  }

  return {
    begin() {
      check();
      void storeIfPossible();
      timer ??= setInterval(() => {
        check();
        void storeIfPossible();
      }, everyMs);
      timer.unref();
    },
    async end(at) {
      if (timer === null) return;
      clearInterval(timer);
      timer = null;
      await storing;
      if (listening) {
        const { until } = listening;
        listening = { ...listening, until: Math.max(until, at) };
        noteRefusals(until);
      }
      await storeIfPossible();
    },
  };
}

/**
 * Stores that the server listened until an instant (server time), and the gaps of branches that may have missed something.
 * `lastStored`: the former result, the instant that was stored.
 */
function storeGaps(
  { node, queue, boards, settings, now }: HeartbeatDeps,
  gaps: readonly PendingGap[],
  { until, behind }: Listening,
  lastStored: number | null,
): Promise<number> {
  return queue.run(async (sql, stages) => {
    const stored = node === null ? null : await listenedUntil(sql);
    // A clock that was set back since stored it: a node that listens, with a clock ahead of this one, changes it.
    const isLeftOver = isAheadOf(stored, now()) && stored === lastStored && behind === 0;
    // With several nodes there is a gap only where none of them listened.
    const others = isLeftOver ? null : stored;
    const own = gaps.filter(({ cause, from, to }) => cause !== 'down' || !hasListened(others, { from, to }));
    const listened = Math.max(until, others ?? 0);
    stages.add({ statement: UPSERT_HEARTBEAT, rows: [[THIS_SERVER, listened]] });
    // The transaction may have waited for the database, which other nodes used meanwhile.
    const latest = () => Math.max(until, now());
    const affected = boards.branches().filter((state) => own.length > 0 || mayChangeSilence(state, latest(), now()));
    const numbers = affected.map(({ row }) => row.number);
    for (const number of await stages.lock(sql, numbers)) {
      const state = boards.branch(number);
      if (!state) continue;
      stageLastDelivery(stages, state, latest());
      stageGaps(stages, state, own, settings);
      stageSilence(stages, state, own.find(({ cause }) => cause === 'down')?.from ?? now(), now());
    }
    return listened;
  });
}

/** Whether another node listened in a time in which this one did not: it has stored that since, at most a look ago. */
function hasListened(until: number | null, { from, to }: Pick<EndedGap, 'from' | 'to'>): boolean {
  return until !== null && until > from && until > to - 2 * HEARTBEAT_EVERY_MS;
}

/** Reads the stored end of the last run; null before the first one. */
export async function listenedUntil(sql: Sql): Promise<number | null> {
  const row = await sql.attendance.findUnique({ where: { id: THIS_SERVER } });
  return int(row?.until ?? null);
}

/** The last sign of life (server time): the stored one, or a later delivery. */
function lastSign(stored: number, boards: Boards): number {
  return Math.max(stored, ...boards.branches().map(({ row }) => row.lastDeliveryAt ?? 0));
}

/** F20c: what came by a clock that was ahead came now, once the clock that is behind is believed (F21b). */
function stageLastDelivery(stages: Stages, { row }: BranchState, latest: number): void {
  if (isAheadOf(row.lastDeliveryAt, latest)) stages.of(row.number).row.lastDeliveryAt = latest;
}

/** F21: adds those gaps to a branch in which it may have missed deliveries. Without one the branch is not written. */
function stageGaps(stages: Stages, state: BranchState, gaps: readonly PendingGap[], settings: Settings): void {
  const activity = {
    inFlight: countOf(state, isInFlight),
    services: servicesOf({ ...state.row, settings: settings.rows() }),
    calendar: calendarOf(state.row),
  };
  for (const { lastDeliveries, ...gap } of gaps) {
    const lastDeliveryAt = lastDeliveries.get(state.row.number) ?? null;
    // Refusals and restores do lose deliveries; for other causes it depends on what the kitchen did.
    const isCertain = gap.cause !== 'down';
    if (isCertain || mayHaveMissed(gap.from, gap.to, { ...activity, lastDeliveryAt }))
      stages.of(state.row.number).gaps.put(gap);
  }
}

/** F21c: whether the silence of a branch may begin or end now (server time). `latest` is the latest instant that is believed. */
function mayChangeSilence(state: BranchState, latest: number, now: number): boolean {
  const { row, gaps } = state;
  if (gaps.some(({ to }) => to === null) || isAheadOf(row.lastDeliveryAt, latest)) return true;
  return row.lastDeliveryAt !== null && isQuiet(row.lastDeliveryAt, countOf(state, isCooking), now);
}

/** F21c: begins or ends the silence of a branch. `lastListenedAt` is when the server last listened (server time). */
function stageSilence(stages: Stages, state: BranchState, lastListenedAt: number, now: number): void {
  const { lastDeliveryAt } = state.row;
  const isSilent = state.gaps.some(({ to }) => to === null);
  const cooking = countOf(state, isCooking);
  if (isSilent && cooking === 0) stages.of(state.row.number).gaps.endSilence(lastListenedAt);
  if (isSilent || lastDeliveryAt === null || !isQuiet(lastDeliveryAt, cooking, now)) return;
  const lastGap = Math.max(...state.gaps.map(({ to }) => to ?? 0), 0);
  stages.of(state.row.number).gaps.put({ from: Math.max(lastDeliveryAt, lastGap), to: null, cause: 'silent' });
}

/** The number of open courses for which `is` holds. */
function countOf({ orders, openOrders }: BranchState, is: (ticket: KeptTicket) => boolean): number {
  let count = 0;
  for (const key of openOrders) for (const ticket of orders.get(key)?.tickets ?? []) if (is(ticket)) count += 1;
  return count;
}
