import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runs } from '../../domain/testing/runs';
import { readConfig } from '../config';
import type { Value } from '../sql/statements';
import { TICKET_COLUMNS } from '../sql/tickets';
import { BRANCH_COLUMNS, ORDER_COLUMNS, UPSERT_BRANCHES, UPSERT_ORDERS, UPSERT_TICKETS } from '../sql/write-statements';
import { openForReading, type ReadSource } from '../storage/read-source';
import { changeRows, environmentOf, newDataFolder, removeDataFolder } from '../testing/data-folder';
import { everyCourse } from './filter';
import { readCourses } from './read-courses';

const NOON = Date.parse('2026-06-19T12:00:00Z');
const HOUR = 3_600_000;
/** Courses of a run, at most. */
const MAX_COURSES = 60;

let folder: string;
let source: ReadSource;
beforeAll(async () => {
  folder = await newDataFolder('heatlamp-bulks-');
  const read = readConfig(environmentOf(folder));
  if (!read.ok) throw new Error(read.problems.join('; '));
  source = openForReading(read.config);
});
afterAll(async () => {
  await source.close();
  await removeDataFolder(folder);
});

/** Instants in ms since noon; `began` is null without a start. Orders count from 0 in each branch. */
type Course = { order: number; began: number | null; ready: number | null; served: number | null };

const json = (columns: readonly string[], rows: readonly Record<string, Value>[]) =>
  JSON.stringify(rows.map((row) => columns.map((column) => row[column] ?? null)));

const ORDERS = 40;
let version = 0;
/** Stores new or changed courses of a branch; their numbers are the keys of `courses`. */
async function store(branch: number, courses: ReadonlyMap<number, Course>): Promise<void> {
  version += 1;
  const at = (instant: number | null) => (instant === null ? null : NOON + instant);
  const orders = Array.from({ length: ORDERS }, (_, order) => branch * ORDERS + order + 1);
  const tickets = [...courses].map(([courseNumber, { order, began, ready, served }]) => ({
    ...{ orderKey: orders[order] ?? 0, courseNumber, round: 1, branch, version },
    ...{ startedAt: at(began), readyAt: at(ready), servedAt: at(served), beganAt: at(began ?? ready ?? served ?? 0) },
    ...{ lastNewsAt: 0, marks: '[]', businessDay: '', localMinute: 0 },
  }));
  const row = { number: branch, timeZone: 'Europe/Amsterdam', cutOffMinute: 240, version, revision: 0, epoch: 'e' };
  const votes = { votesSeconds: 0, votesMinutes: 0, votesMilliseconds: 0 };
  const keyed = orders.map((key) => ({ key, branch, kind: 'table', identity: `id:${key}` }));
  await changeRows(folder, UPSERT_ORDERS, json(ORDER_COLUMNS, keyed));
  await changeRows(folder, UPSERT_TICKETS, json(TICKET_COLUMNS, tickets));
  await changeRows(folder, UPSERT_BRANCHES, json(BRANCH_COLUMNS, [{ ...row, ...votes }]));
}

/** Few instants, some seconds apart: bulks of courses that began hours or days apart, and on both sides of a midnight. */
const instant = fc
  .tuple(fc.constantFrom(-36, 10, 11, 18, 48), fc.integer({ min: 0, max: 6 }))
  .map(([hours, seconds]) => hours * HOUR + seconds * 1_000);
const course = fc.record({
  order: fc.nat(ORDERS - 1),
  began: fc.option(instant),
  ready: fc.option(instant),
  served: fc.option(instant),
});
const courses = fc.array(course, { minLength: 30, maxLength: MAX_COURSES, size: 'max' });
const end = (...hours: number[]) => fc.option(fc.constantFrom(...hours).map((after) => NOON + after * HOUR));
const spans = fc.array(fc.record({ from: end(-12, 12, 18, 36), to: end(12, 36, 48) }), { minLength: 1, maxLength: 2 });

/** Whether a step of the course is among six or more steps of three or more orders within five seconds. */
function isInBulk(one: Course, all: readonly Course[]): boolean {
  return (['ready', 'served'] as const).some((step) =>
    all.some(({ [step]: first }) => {
      const its = one[step];
      if (first === null || its === null || its < first || its > first + 5_000) return false;
      const together = all.filter(({ [step]: at }) => at !== null && at >= first && at <= first + 5_000);
      return together.length >= 6 && new Set(together.map(({ order }) => order)).size >= 3;
    }),
  );
}

test('[F14] the bulks of a period depend on all courses of the branch, however long before they began', async () => {
  let branch = 0;
  await fc.assert(
    fc.asyncProperty(courses, spans, async (stored, periods) => {
      branch += 1;
      await store(branch, new Map(stored.entries()));
      for (const { from, to } of periods) {
        const found = await readCourses(source, { ...everyCourse([branch]), from, to });
        const bulks = found.courses.filter(({ exclusion }) => exclusion === 'bulk');
        const wanted = [...stored.entries()].filter(([, one]) => {
          const began = NOON + (one.began ?? one.ready ?? one.served ?? 0);
          const isIn = began >= (from ?? began) && began < (to ?? began + 1);
          return isIn && one.began !== null && one.ready !== null && isInBulk(one, stored);
        });
        const numbers = bulks.map(({ courseNumber }) => courseNumber).sort((a, b) => a - b);
        expect(numbers).toEqual(wanted.map(([number]) => number));
      }
    }),
    runs(Number(process.env['HEATLAMP_HISTORIES'] ?? 15)),
  );
});
