import type { HistoryCourse } from './history-courses';
import type { TruthCourse } from './service';

/** The result of a comparison. `extra` counts reported courses that are not in the truth. */
export type Comparison = { total: number; agree: number; extra: number; differences: string[] };

/** Compares Heatlamp's history with the truth: order, course, round, the three instants and the table. */
export function compareCourses(truth: readonly TruthCourse[], reported: readonly HistoryCourse[]): Comparison {
  const remaining = new Map<string, HistoryCourse>();
  const differences: string[] = [];
  let extra = 0;
  for (const course of reported) {
    const key = keyOf(course);
    if (remaining.has(key)) {
      extra += 1;
      differences.push(`${key}: reported twice`);
    } else remaining.set(key, course);
  }
  let agree = 0;
  for (const course of truth) {
    const key = keyOf({ ...course, orderId: course.orderId.toLowerCase() });
    const candidate = remaining.get(key);
    remaining.delete(key);
    const found = candidate ? disagreements(course, candidate) : ['missing'];
    if (found.length === 0) agree += 1;
    else differences.push(`${key}: ${found.join('; ')}`);
  }
  for (const key of remaining.keys()) differences.push(`${key}: not in the truth`);
  return { total: truth.length, agree, extra: extra + remaining.size, differences };
}

function keyOf(course: Pick<HistoryCourse, 'orderId' | 'courseNumber' | 'round'>): string {
  return `order ${course.orderId ?? 'without an id'}, course ${course.courseNumber}, round ${course.round}`;
}

function disagreements(truth: TruthCourse, reported: HistoryCourse): string[] {
  const table = truth.table === null ? null : String(truth.table.number);
  return [
    disagreement('started', truth.startedAt, reported.startedAt),
    disagreement('ready', truth.readyAt, reported.readyAt),
    disagreement('served', truth.servedAt, reported.servedAt),
    disagreement('table', table, reported.tableNumber),
  ].filter((difference) => difference !== null);
}

function disagreement(what: string, truth: string | null, reported: string | null): string | null {
  return truth === reported ? null : `${what} ${reported ?? 'unknown'} instead of ${truth ?? 'unknown'}`;
}
