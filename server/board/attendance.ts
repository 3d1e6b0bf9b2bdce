import { type Attendance, LOOK_EVERY_MS, lookAtClock } from '../../domain/attendance';
import { type EndedGap, mayHaveMissed } from '../../domain/gap';
import { isInFlight } from '../../domain/live-strip';
import { isQuiet } from '../../domain/live-verdict';
import { serviceSpans } from '../../domain/service-at';
import { readServices } from '../../domain/settings';
import { ATTENDANCE } from '../sql/load-statements';
import type { Statements } from '../sql/statements';
import { int } from '../sql/ticket-row';
import { UPSERT_ATTENDANCE } from '../sql/write-statements';
import type { Boards } from './boards';
import { type BranchState, calendarOf } from './branch-state';
import type { ClockDeps } from './clock';
import { shortOf } from './committer';
import type { Stages } from './stage-deliveries';

export type AttendanceKeeper = {
  /** The server listens from now on: what it may have missed before is told. */
  begin: () => void;
  /** Another database is in use now, in which the server listened until an instant; null where it never did. */
  restored: (listenedUntil: number | null) => void;
  /** The server does not listen any more since an instant. Resolves when that is stored, or cannot be. */
  end: (at: number) => Promise<void>;
};

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
  let pending: EndedGap[] = [];
  let storing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  function look(): void {
    const seen = lookAtClock(attendance ?? { until: now(), seen: null, behind: 0 }, now());
    const { until } = attendance ?? seen.attendance;
    attendance = seen.attendance;
    if (seen.away) pending.push({ ...seen.away, cause: 'down' });
    const { canStore, refused } = queue.state();
    if (refused > refusedBefore) refusedSince ??= until;
    refusedBefore = refused;
    if (refusedSince !== null && canStore) {
      pending.push({ from: refusedSince, to: attendance.until, cause: 'refused' });
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

  function putGaps(stages: Stages, state: BranchState, gaps: readonly EndedGap[]): void {
    const services = readServices(String(settings.value('services', state.row.number))) ?? [];
    const atWork = {
      inFlight: inFlightIn(state),
      lastDeliveryAt: state.row.lastDeliveryAt,
      services: serviceSpans(services, state.row.cutOffMinute),
      calendar: calendarOf(state.row),
    };
    const missed = gaps.filter(({ from, to, cause }) => cause === 'refused' || mayHaveMissed(from, to, atWork));
    for (const gap of missed) stages.of(state.row.number).putGap(gap);
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
    restored(listenedUntil) {
      const to = now();
      const from = listenedUntil === null ? to : lastSign(listenedUntil, boards);
      if (attendance && from < to) pending.push({ from, to, cause: 'restored' });
    },
    async end(at) {
      if (timer === null) return;
      clearInterval(timer);
      timer = null;
      await storing;
      if (attendance) attendance = { ...attendance, until: Math.max(attendance.until, at) };
      await tell();
    },
  };
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

/** Until when a database's server listened; null before the first time. */
export async function readAttendance(sql: Statements): Promise<number | null> {
  const [row] = await sql.$queryRawUnsafe<{ until: number | bigint }[]>(ATTENDANCE);
  return int(row?.until ?? null);
}
