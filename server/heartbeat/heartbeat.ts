import { type EndedGap, mayHaveMissed } from '../../domain/gap';
import { type Listening, LOOK_EVERY_MS, lookAtClock } from '../../domain/heartbeat';
import { isInFlight } from '../../domain/live-figures';
import { isQuiet } from '../../domain/live-verdict';
import { serviceSpans } from '../../domain/service-at';
import { readServices } from '../../domain/services';
import type { Boards } from '../board/boards';
import { type BranchState, calendarOf } from '../board/branch-state';
import type { Stages } from '../board/stages';
import { ATTENDANCE } from '../sql/load-statements';
import { int } from '../sql/ticket-row';
import { UPSERT_ATTENDANCE } from '../sql/write-statements';
import type { Sql } from '../storage/database';
import { shortOf } from '../storage/failure';
import type { ClockDeps } from './clock';

export type Heartbeat = {
  /** The server listens from now on. Stores the gap since it last did. */
  begin: () => void;
  /** The server stopped listening at `at`. Resolves when that is stored, or turned out not to be possible. */
  end: (at: number) => Promise<void>;
  /** The database was replaced by a backup at `at`. Stores the gap since the backup's last sign of life. */
  replaced: (listenedUntil: number | null, at: number) => void;
};

/** A gap, and when the last delivery of each branch had come: more may come before the gap can be stored. */
type Noticed = EndedGap & { lastDeliveries: ReadonlyMap<number, number | null> };

export type HeartbeatDeps = ClockDeps & {
  /** The stored end of the last run; null before the first one. */
  listenedUntil: number | null;
};

/**
 * F21: stores every ten seconds that the server listens, and gives branches a gap where it did not, where deliveries
 * could not be stored, or where the POS was silent. After a kill a gap begins up to ten seconds early.
 */
export function startHeartbeat(
  { listenedUntil, queue, boards, settings, now, log }: HeartbeatDeps,
  everyMs: number = LOOK_EVERY_MS,
): Heartbeat {
  let listening: Listening | null =
    listenedUntil === null ? null : { until: lastSign(listenedUntil, boards), seen: null, behind: 0 };
  let refusedSince: number | null = null;
  let refusedBefore = 0;
  let pending: Noticed[] = [];
  let storing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  function notice(gap: EndedGap): void {
    const lastDeliveries = new Map(boards.branches().map(({ row }) => [row.number, row.lastDeliveryAt]));
    pending.push({ ...gap, lastDeliveries });
  }

  function look(): void {
    const seen = lookAtClock(listening ?? { until: now(), seen: null, behind: 0 }, now());
    const { until } = listening ?? seen.listening;
    listening = seen.listening;
    if (seen.away) notice({ ...seen.away, cause: 'down' });
    const { canStore, refused } = queue.state();
    if (refused > refusedBefore) refusedSince ??= until;
    refusedBefore = refused;
    if (refusedSince !== null && canStore) {
      notice({ from: refusedSince, to: Math.max(refusedSince, listening.until), cause: 'refused' });
      refusedSince = null;
    }
  }

  async function store(until: number): Promise<void> {
    const gaps = pending;
    await queue.run(async (_, stages) => {
      stages.add({ statement: UPSERT_ATTENDANCE, rows: [[1, until]] });
      for (const state of boards.branches()) {
        putGaps(stages, state, gaps);
        putSilence(stages, state, gaps.find(({ cause }) => cause === 'down')?.from ?? now());
      }
    });
    pending = pending.slice(gaps.length);
  }

  function putGaps(stages: Stages, state: BranchState, gaps: readonly Noticed[]): void {
    const services = readServices(String(settings.value('services', state.row.number))) ?? [];
    const atWork = {
      inFlight: inFlightIn(state),
      services: serviceSpans(services, state.row.cutOffMinute),
      calendar: calendarOf(state.row),
    };
    for (const { lastDeliveries, ...gap } of gaps) {
      const lastDeliveryAt = lastDeliveries.get(state.row.number) ?? null;
      // After a refusal or a restore deliveries are known to be missing; otherwise it depends on what the kitchen did.
      const wasThere = gap.cause !== 'down';
      if (wasThere || mayHaveMissed(gap.from, gap.to, { ...atWork, lastDeliveryAt }))
        stages.of(state.row.number).putGap(gap);
    }
  }

  /** F21c; `heardUntil` is when the server last listened. */
  function putSilence(stages: Stages, state: BranchState, heardUntil: number): void {
    const { lastDeliveryAt } = state.row;
    const isSilent = state.gaps.some(({ to }) => to === null);
    const inFlight = inFlightIn(state);
    if (isSilent && inFlight === 0) stages.of(state.row.number).endSilence(heardUntil);
    if (isSilent || lastDeliveryAt === null || !isQuiet(lastDeliveryAt, inFlight, now())) return;
    const lastGap = Math.max(...state.gaps.map(({ to }) => to ?? 0), 0);
    stages.of(state.row.number).putGap({ from: Math.max(lastDeliveryAt, lastGap), to: null, cause: 'silent' });
  }

  /** Stores one change at a time. Waits for the database and for an empty spool, whose deliveries may end a silence. */
  async function storeIfPossible(): Promise<void> {
    const { isSpooling, spoolBytes } = queue.state();
    if (!listening || storing || isSpooling || spoolBytes > 0) return;
    storing = store(listening.until)
      .catch((error) => log.warn({ error: shortOf(error) }, 'the heartbeat could not be stored; it is tried again'))
      .finally(() => {
        storing = null;
      });
    await storing;
  }

  return {
    begin() {
      look();
      void storeIfPossible();
      timer ??= setInterval(() => {
        look();
        void storeIfPossible();
      }, everyMs);
      timer.unref();
    },
    async end(at) {
      if (timer === null) return;
      clearInterval(timer);
      timer = null;
      await storing;
      if (listening) listening = { ...listening, until: Math.max(listening.until, at) };
      await storeIfPossible();
    },
    replaced(listened, at) {
      const from = lastSign(listened ?? 0, boards);
      if (from > 0 && from < at) notice({ from, to: at, cause: 'restored' });
      // The queue gets the database back before that.
      setImmediate(() => void storeIfPossible());
    },
  };
}

/** Reads the stored end of the last run; null before the first one. */
export async function listenedUntil(sql: Sql): Promise<number | null> {
  const [attended] = await sql.$queryRawUnsafe<{ until: number | bigint }[]>(ATTENDANCE);
  return int(attended?.until ?? null);
}

/** A delivery is a sign of life too, and may be newer than the stored one. */
function lastSign(stored: number, boards: Boards): number {
  return Math.max(stored, ...boards.branches().map(({ row }) => row.lastDeliveryAt ?? 0));
}

function inFlightIn({ orders }: BranchState): number {
  let count = 0;
  for (const { tickets } of orders.values()) for (const ticket of tickets) if (isInFlight(ticket)) count += 1;
  return count;
}
