import type { Ticket } from '../../contract/live';
import { isPresumed } from '../ticket/urgency';
import { isOnPass } from './course-state';

/** Courses that a row shows at a given width in units. */
export type Cells = {
  shown: Ticket[];
  /** Number of finished courses left out, from the first; they appear as dots. */
  folded: number;
  /** Number of lines of the remaining courses. */
  lines: number;
};

/**
 * Width of a course in units. It does not depend on time or on a claim, so that nothing moves when a course becomes
 * late or claimed.
 */
export function spanOf(ticket: Ticket): number {
  const badge = ticket.round > 1 ? 1 : 0;
  if (isOver(ticket)) return 5 + badge;
  return (isOnPass(ticket) ? 8 : 6) + badge;
}

/** More width makes a course no easier to read. */
const MAX_WIDER = 3;

/**
 * Width of each course in units. Room left in a line goes to ready courses, so that the waiter's name fits; without one,
 * to those that cook, whose state is a longer word once they are late.
 */
export function spansIn(shown: readonly Ticket[], units: number): number[] {
  return inLines(shown, units).flatMap((line) => {
    const spare = units - line.reduce((sum, { span }) => sum + span, 0);
    const open = line.filter(({ ticket }) => !isOver(ticket));
    const waiting = open.filter(({ ticket }) => isOnPass(ticket));
    const widened = waiting.length > 0 ? waiting : open;
    const wider = Math.min(MAX_WIDER, Math.floor(spare / Math.max(1, widened.length)));
    return line.map((each) => each.span + (widened.includes(each) ? wider : 0));
  });
}

/** Whether the course is served, closed or presumed served. */
function isOver(ticket: Ticket): boolean {
  return ticket.servedAt !== null || ticket.closedAt !== null || isPresumed(ticket);
}

/** Leaves out finished courses, earliest first, until the others fit; open courses are never left out. */
export function cellsIn(courses: readonly Ticket[], units: number): Cells {
  const shown = [...courses];
  while (linesFor(shown, units) > 1) {
    const over = shown.findIndex(isOver);
    if (over < 0) break;
    shown.splice(over, 1);
  }
  return { shown, folded: courses.length - shown.length, lines: linesFor(shown, units) };
}

function linesFor(courses: readonly Ticket[], units: number): number {
  return Math.max(1, inLines(courses, units).length);
}

type Spanned = { ticket: Ticket; span: number };

/** Splits courses into lines in order; a course wider than a line gets its own. */
function inLines(courses: readonly Ticket[], units: number): Spanned[][] {
  const lines: Spanned[][] = [];
  let used = units;
  for (const ticket of courses) {
    const span = Math.min(spanOf(ticket), units);
    if (used + span > units) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)?.push({ ticket, span });
    used += span;
  }
  return lines;
}
