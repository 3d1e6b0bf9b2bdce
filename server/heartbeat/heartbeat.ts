import { type EndedGap, mayHaveMissed } from '../../domain/gap';
import { type Attendance, LOOK_EVERY_MS, lookAtClock } from '../../domain/heartbeat';
import { isInFlight } from '../../domain/live-strip';
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

export type AttendanceKeeper = {
  /** The server listens from now on: what it may have missed before is told. */
  begin: () => void;
  /** The server does not listen any more since an instant. Resolves when that is stored, or cannot be. */
  end: (at: number) => Promise<void>;
  /** Another file has been in the database's place since an instant: what came after its last sign of life is not in it. */
  replaced: (listenedUntil: number | null, at: number) => void;
};

/** A gap, and when each branch's POS had spoken last: until it can be stored, more may come. */
type Noticed = EndedGap & { heard: ReadonlyMap<number, number | null> };

export type AttendanceDeps = ClockDeps & {
  /** What was stored last; null before the first time. */
  listenedUntil: number | null;
};

/**
 * F21: knows until when the server listened, stored every ten seconds while it does, and tells the branches where nobody
 * listened, nothing could be kept, or their POS was silent. A kill costs ten seconds of that: a gap rather begins early.
 */
export function keepAttendance(
  { listenedUntil, queue, boards, settings, now, log }: AttendanceDeps,
  everyMs: number = LOOK_EVERY_MS,
): AttendanceKeeper {
  let attendance: Attendance | null =
    listenedUntil === null ? null : { until: lastSign(listenedUntil, boards), seen: null, behind: 0 };
  let refusedSince: number | null = null;
  let refusedBefore = 0;
  let pending: Noticed[] = [];
  let storing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  function notice(gap: EndedGap): void {
    const heard = new Map(boards.branches().map(({ row }) => [row.number, row.lastDeliveryAt]));
    pending.push({ ...gap, heard });
  }

  function look(): void {
    const seen = lookAtClock(attendance ?? { until: now(), seen: null, behind: 0 }, now());
    const { until } = attendance ?? seen.attendance;
    attendance = seen.attendance;
    if (seen.away) notice({ ...seen.away, cause: 'down' });
    const { canStore, refused } = queue.state();
    if (refused > refusedBefore) refusedSince ??= until;
    refusedBefore = refused;
    if (refusedSince !== null && canStore) {
      notice({ from: refusedSince, to: Math.max(refusedSince, attendance.until), cause: 'refused' });
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
    for (const { heard, ...gap } of gaps) {
      const lastDeliveryAt = heard.get(state.row.number) ?? null;
      // What was refused, or came after a backup, was there; elsewhere that depends on what the kitchen was doing.
      const wasThere = gap.cause !== 'down';
      if (wasThere || mayHaveMissed(gap.from, gap.to, { ...atWork, lastDeliveryAt }))
        stages.of(state.row.number).putGap(gap);
    }
  }

  /** F21c; `heardUntil` is when it was listened to last. */
  function putSilence(stages: Stages, state: BranchState, heardUntil: number): void {
    const { lastDeliveryAt } = state.row;
    const isSilent = state.gaps.some(({ to }) => to === null);
    const inFlight = inFlightIn(state);
    if (isSilent && inFlight === 0) stages.of(state.row.number).endSilence(heardUntil);
    if (isSilent || lastDeliveryAt === null || !isQuiet(lastDeliveryAt, inFlight, now())) return;
    const lastGap = Math.max(...state.gaps.map(({ to }) => to ?? 0), 0);
    stages.of(state.row.number).putGap({ from: Math.max(lastDeliveryAt, lastGap), to: null, cause: 'silent' });
  }

  /** One at a time. While the database is away nothing can be stored; what is in the spool is news as well. */
  async function tell(): Promise<void> {
    const { isSpooling, spoolBytes } = queue.state();
    if (!attendance || storing || isSpooling || spoolBytes > 0) return;
    storing = store(attendance.until)
      .catch((error) =>
        log.warn({ error: shortOf(error) }, 'until when we listened could not be stored; it is tried again'),
      )
      .finally(() => {
        storing = null;
      });
    await storing;
  }

  return {
    begin() {
      look();
      void tell();
      timer ??= setInterval(() => {
        look();
        void tell();
      }, everyMs);
      timer.unref();
    },
    async end(at) {
      if (timer === null) return;
      clearInterval(timer);
      timer = null;
      await storing;
      if (attendance) attendance = { ...attendance, until: Math.max(attendance.until, at) };
      await tell();
    },
    replaced(listened, at) {
      const from = lastSign(listened ?? 0, boards);
      if (from > 0 && from < at) notice({ from, to: at, cause: 'restored' });
      // The queue has the database back by then.
      setImmediate(() => void tell());
    },
  };
}

/** What is stored; null before the first time. */
export async function listenedUntil(sql: Sql): Promise<number | null> {
  const [attended] = await sql.$queryRawUnsafe<{ until: number | bigint }[]>(ATTENDANCE);
  return int(attended?.until ?? null);
}

/** What came is a sign of life too, and may be later than the last one stored. */
function lastSign(stored: number, boards: Boards): number {
  return Math.max(stored, ...boards.branches().map(({ row }) => row.lastDeliveryAt ?? 0));
}

function inFlightIn({ orders }: BranchState): number {
  let count = 0;
  for (const { tickets } of orders.values()) for (const ticket of tickets) if (isInFlight(ticket)) count += 1;
  return count;
}
