import type { Ticket } from '../../contract/live';
import { isDue, isLate, isPresumed, type Urgency, urgencyOf } from '../ticket/ticket-state';
import { toMs } from '../time/clock-text';

/** State of a course at the pass: cooking or ready, collected, or finished. */
export type CourseState = Urgency | 'collected' | 'presumed' | 'served' | 'closed';

/**
 * State at `now` (POS time, epoch ms). `closed`: it ended without a serve. `presumed`: it counts as served unless
 * somebody brings it back.
 */
export function stateAt(ticket: Ticket, now: number): CourseState {
  if (ticket.servedAt !== null) return 'served';
  if (ticket.collected !== null) return 'collected';
  if (isPresumed(ticket)) return 'presumed';
  return ticket.closedAt === null ? urgencyOf(ticket, now) : 'closed';
}

/** Whether the course is on the pass. */
export function isOnPass(ticket: Ticket): boolean {
  return isDue(ticket) && ticket.readyAt !== null;
}

/** Whether the course is served, closed or presumed served. */
export function isOver(ticket: Ticket): boolean {
  return ticket.servedAt !== null || ticket.closedAt !== null || isPresumed(ticket);
}

/** Number of courses cooking, on the pass, late in preparation, and on the pass for too long. */
export type InFlight = { cooking: number; ready: number; late: number; tooLong: number };

export function inFlightAt(tickets: Iterable<Ticket>, now: number): InFlight {
  const counts: InFlight = { cooking: 0, ready: 0, late: 0, tooLong: 0 };
  for (const ticket of tickets) {
    if (!isDue(ticket)) continue;
    const isCooking = ticket.readyAt === null;
    counts[isCooking ? 'cooking' : 'ready'] += 1;
    if (isLate(urgencyOf(ticket, now))) counts[isCooking ? 'late' : 'tooLong'] += 1;
  }
  return counts;
}

/** Who has a course: their name, and whether they tapped on this screen. */
type Carrier = { name: string; isHere: boolean };

/** What holds a table up, and since when (POS time, epoch ms; null if no event gives the time). */
export type HoldUp =
  /** The course is ready, and nobody has claimed it. */
  | { why: 'untaken'; course: Ticket['course']; since: number }
  /** Ready courses wait for this one, which is cooking or late. */
  | { why: 'waits'; course: Ticket['course']; since: number | null }
  | { why: 'waitsLate'; course: Ticket['course']; since: number }
  /** The course is late in preparation. */
  | { why: 'late'; course: Ticket['course']; since: number }
  /** Somebody claimed the course; it still counts as on the pass. */
  | { why: 'claimed'; course: Ticket['course']; since: number; by: Carrier }
  /** The course is on its way, and the POS has no serve for it yet. */
  | { why: 'collected'; course: Ticket['course']; since: number; by: Carrier };

/**
 * Why the table of these courses waits at `now` (POS time, epoch ms); null if it does not. The first of these reasons
 * that applies counts, with the course to which it has applied longest. `screen` is the id of the reader's screen.
 *
 * 1. A course is ready and not claimed.
 * 2. Every ready course is claimed, and they wait for another one that is cooking.
 * 3. A course is late in preparation.
 * 4. A ready course is claimed.
 * 5. A course was collected, and the POS has no serve for it yet.
 */
export function holdUpAt(courses: readonly Ticket[], now: number, screen: number | null): HoldUp | null {
  const onPass = courses.filter(isOnPass);
  const untaken = first(onPass.filter(({ claim }) => claim === null).map(since(({ readyAt }) => readyAt)));
  if (untaken) return { why: 'untaken', ...untaken };

  const cooking = courses.filter((ticket) => isDue(ticket) && ticket.readyAt === null);
  const late = first(
    cooking
      .filter((ticket) => isLate(urgencyOf(ticket, now)))
      .map(since(({ lateAt, veryLateAt }) => lateAt ?? veryLateAt)),
  );
  if (late) return { why: onPass.length > 0 ? 'waitsLate' : 'late', ...late };
  const [next] = cooking.toSorted((a, b) => due(a) - due(b) || began(a) - began(b));
  if (onPass.length > 0 && next) return { why: 'waits', course: next.course, since: toMs(next.startedAt) };

  const claimed = first(onPass.map((ticket) => carried(ticket, ticket.claim, screen)));
  if (claimed) return { why: 'claimed', ...claimed };
  const collected = courses.filter(({ closedAt }) => closedAt === null);
  const gone = first(collected.map((ticket) => carried(ticket, ticket.collected, screen)));
  return gone ? { why: 'collected', ...gone } : null;
}

/** Look of a table from a distance, by the worst state of its courses. */
export type Tone = 'calm' | 'ready' | 'ready-warn' | 'late';

export function toneAt(courses: readonly Ticket[], now: number): Tone {
  const urgencies = courses.filter(isDue).map((ticket) => urgencyOf(ticket, now));
  if (urgencies.some(isLate)) return 'late';
  return (['ready-warn', 'ready'] as const).find((tone) => urgencies.includes(tone)) ?? 'calm';
}

type Begun = { course: Ticket['course']; since: number };

const since =
  (instantOf: (ticket: Ticket) => string | null) =>
  (ticket: Ticket): Begun | null => {
    const at = toMs(instantOf(ticket));
    return at === null ? null : { course: ticket.course, since: at };
  };

function carried({ course }: Ticket, tapped: Ticket['claim'], screen: number | null): (Begun & { by: Carrier }) | null {
  if (tapped === null) return null;
  return { course, since: Date.parse(tapped.at), by: { name: tapped.by.name, isHere: tapped.by.id === screen } };
}

function first<Each extends Begun>(all: readonly (Each | null)[]): Each | undefined {
  return all.filter((each) => each !== null).sort((a, b) => a.since - b.since)[0];
}

function due({ lateAt }: Ticket): number {
  return toMs(lateAt) ?? Number.MAX_SAFE_INTEGER;
}

function began({ startedAt }: Ticket): number {
  return toMs(startedAt) ?? Number.MAX_SAFE_INTEGER;
}
