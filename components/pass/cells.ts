import type { Ticket } from '../../contract/live';
import { isPresumed } from '../ticket/urgency';
import { isOnPass } from './course-state';

/** What a row shows of its courses when it is so many units wide. */
export type Cells = {
  shown: Ticket[];
  /** How many that are over were left out, the first ones: they are dots. */
  folded: number;
  /** In how many lines the others stand. */
  lines: number;
};

/**
 * How many units of a row a course is wide. Time alone never changes it: what is late stands where it stood, and a
 * claim takes no room.
 */
export function spanOf(ticket: Ticket): number {
  const badge = ticket.round > 1 ? 1 : 0;
  if (isOver(ticket)) return 5 + badge;
  return (isOnPass(ticket) ? 8 : 6) + badge;
}

/** More makes nothing easier to read. */
const MOST_WIDER = 3;

/** How many units each of these is wide; what a line has over goes to what waits, so that who has it is named whole. */
export function spansIn(shown: readonly Ticket[], units: number): number[] {
  return inLines(shown, units).flatMap((line) => {
    const spare = units - line.reduce((sum, { span }) => sum + span, 0);
    const waiting = line.filter(({ ticket }) => isOnPass(ticket)).length;
    const wider = Math.min(MOST_WIDER, Math.floor(spare / Math.max(1, waiting)));
    return line.map(({ ticket, span }) => span + (isOnPass(ticket) ? wider : 0));
  });
}

/** Served, closed, or presumed served: nobody waits for it. */
function isOver(ticket: Ticket): boolean {
  return ticket.servedAt !== null || ticket.closedAt !== null || isPresumed(ticket);
}

/** What is over gives way to what is not, the first of it first; what is still to come never does. */
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

/** The lines that they stand in, in their order; one that is wider than a line has one of its own. */
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
