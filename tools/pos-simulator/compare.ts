import type { HistoryCourse } from './history-courses';
import type { TruthCourse } from './service';

/** The result of a comparison with the truth. `extra` counts courses that do not exist; `differences` are sentences. */
export type Comparison = { total: number; agree: number; extra: number; differences: string[] };

/** Compares Heatlamp's history with the truth: order, course, round, the three instants and the table. */
export function compareCourses(truth: readonly TruthCourse[], told: readonly HistoryCourse[]): Comparison {
  const left = new Map<string, HistoryCourse>();
  const differences: string[] = [];
  let extra = 0;
  for (const course of told) {
    const key = keyOf(course);
    if (left.has(key)) {
      extra += 1;
      differences.push(`${key}: told twice`);
    } else left.set(key, course);
  }
  let agree = 0;
  for (const course of truth) {
    const key = keyOf({ ...course, orderId: course.orderId.toLowerCase() });
    const candidate = left.get(key);
    left.delete(key);
    const found = candidate ? disagreements(course, candidate) : ['missing'];
    if (found.length === 0) agree += 1;
    else differences.push(`${key}: ${found.join('; ')}`);
  }
  for (const key of left.keys()) differences.push(`${key}: never happened`);
  return { total: truth.length, agree, extra: extra + left.size, differences };
}

function keyOf(course: Pick<HistoryCourse, 'orderId' | 'courseNumber' | 'round'>): string {
  return `order ${course.orderId ?? 'without an id'}, course ${course.courseNumber}, round ${course.round}`;
}

function disagreements(truth: TruthCourse, told: HistoryCourse): string[] {
  const table = truth.table === null ? null : String(truth.table.number);
  return [
    disagreement('started', truth.startedAt, told.startedAt),
    disagreement('ready', truth.readyAt, told.readyAt),
    disagreement('served', truth.servedAt, told.servedAt),
    disagreement('table', table, told.tableNumber),
  ].filter((words) => words !== null);
}

function disagreement(what: string, truth: string | null, told: string | null): string | null {
  return truth === told ? null : `${what} ${told ?? 'unknown'} instead of ${truth ?? 'unknown'}`;
}
