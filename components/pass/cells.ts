import type { Ticket } from '../../domain/live-contract';

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
export function spanOf({ servedAt, closedAt, collected, readyAt, round }: Ticket): number {
  const badge = round > 1 ? 1 : 0;
  if (servedAt !== null || closedAt !== null) return 5 + badge;
  return (collected === null && readyAt !== null ? 8 : 6) + badge;
}

/** What is over gives way to what is not, the first of it first; what is still to come never does. */
export function cellsIn(courses: readonly Ticket[], units: number): Cells {
  const shown = [...courses];
  while (linesFor(shown, units) > 1) {
    const over = shown.findIndex(({ closedAt }) => closedAt !== null);
    if (over < 0) break;
    shown.splice(over, 1);
  }
  return { shown, folded: courses.length - shown.length, lines: linesFor(shown, units) };
}

/** In how many lines they stand, in their order; one that is wider than a line has one of its own. */
function linesFor(courses: readonly Ticket[], units: number): number {
  let lines = 1;
  let used = 0;
  for (const ticket of courses) {
    const span = Math.min(spanOf(ticket), units);
    if (used + span > units) {
      lines += 1;
      used = 0;
    }
    used += span;
  }
  return lines;
}
