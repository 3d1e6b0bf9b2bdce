import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runs } from '../../domain/testing/runs';
import { readConfig } from '../config';
import type { Value } from '../sql/statements';
import { TICKET_COLUMNS } from '../sql/ticket-row';
import { BRANCH_COLUMNS, ORDER_COLUMNS, UPSERT_BRANCHES, UPSERT_ORDERS, UPSERT_TICKETS } from '../sql/write-statements';
import { openForReading, type ReadSource } from '../storage/read-source';
import { changeRows, environmentOf, newDataFolder, removeDataFolder } from '../testing/data-folder';
import { COURSE_BYTES } from './allocate-columns';
import { limitColumns } from './column-cache';
import { everyCourse } from './report-filter';
import { summarize } from './summary';
import { TooManyCourses } from './too-many-courses';

const NOON = Date.parse('2026-06-19T12:00:00Z');
const HOUR = 3_600_000;
/** Courses of a run, at most, and how many `limited` reads for a query. */
const MAX_COURSES = 60;
/** A branch with more than fit in the memory of `limited`. */
const FULL = 0;
const ONE_COURSE = { order: 0, began: 0, ready: 600_000, served: null };

let folder: string;
let whole: ReadSource;
let limited: ReadSource;
beforeAll(async () => {
  folder = await newDataFolder('heatlamp-spans-');
  await store(FULL, new Map(Array.from({ length: 3 * MAX_COURSES }, (_, number) => [number, ONE_COURSE])));
  whole = anotherSource();
  limited = anotherSource();
  limitColumns(limited, 2 * MAX_COURSES * COURSE_BYTES);
});
afterAll(async () => {
  await whole.close();
  await limited.close();
  await removeDataFolder(folder);
});

function anotherSource(): ReadSource {
  const read = readConfig(environmentOf(folder));
  if (!read.ok) throw new Error(read.problems.join('; '));
  return openForReading(read.config);
}

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
const changes = fc.array(fc.tuple(fc.nat(MAX_COURSES - 1), course), { minLength: 1, maxLength: 8 });

test('[F14][F17] courses of a span, read alone and followed, have the figures of the whole branch', async () => {
  let branch = 0;
  await fc.assert(
    fc.asyncProperty(courses, spans, changes, spans, async (stored, first, changed, second) => {
      branch += 1;
      await store(branch, new Map(stored.entries()));
      for (const span of first) await expectSame(branch, span);
      await store(branch, new Map(changed));
      for (const span of [...first, ...second]) await expectSame(branch, span);
    }),
    runs(Number(process.env['HEATLAMP_HISTORIES'] ?? 15)),
  );
});

async function expectSame(branch: number, span: { from: number | null; to: number | null }): Promise<void> {
  const query = { ...everyCourse([branch]), ...span, groupBy: 'course' as const };
  expect(await summarize(limited, query)).toEqual(await summarize(whole, query));
}

test('figures of more courses than fit in the memory are refused, but not those of each branch', async () => {
  const half = new Map(Array.from({ length: MAX_COURSES / 2 + 1 }, (_, number) => [number, ONE_COURSE]));
  const branches = [1_001, 1_002, 1_003];
  for (const branch of branches) await store(branch, half);
  const query = everyCourse(branches);
  await expect(summarize(limited, { ...query, groupBy: 'none' })).rejects.toThrow(TooManyCourses);
  await expect(summarize(limited, { ...everyCourse([FULL]), groupBy: 'branch' })).rejects.toThrow(TooManyCourses);
  const figures = await summarize(limited, { ...query, groupBy: 'branch' });
  expect(figures.groups.map(({ key, count }) => [key, count])).toEqual(branches.map((key) => [String(key), half.size]));
  expect(figures).toEqual(await summarize(whole, { ...query, groupBy: 'branch' }));
});
