import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setBranch } from '../settings/branches';
import { setSetting } from '../settings/commands';
import { ANY_COURSE } from '../testing/any-course';
import { type Kitchen, openKitchen } from '../testing/kitchen';
import { everyCourse, type ReportFilter } from './filter';
import type { Grouping } from './groups';

let kitchen: Kitchen;
beforeEach(async () => {
  kitchen = await openKitchen(undefined, Date.parse('2026-11-21T12:00:00Z'));
});
afterEach(() => kitchen.stop());

let orders = 0;
/** A course that was started at an instant, ready ten minutes later, served two after that. */
async function cooks(at: string, fields: { course?: number; order?: string; actual?: number } = {}): Promise<void> {
  orders += 1;
  const order = fields.order ?? `00000000-0000-4000-8000-${String(orders).padStart(12, '0')}`;
  const began = Date.parse(at);
  const members = { order, number: orders, course: fields.course ?? 3 };
  await kitchen.deliver('kitchenStartCourse', { ...members, at: began });
  const actual = fields.actual === undefined ? {} : { actual: fields.actual };
  await kitchen.deliver('kitchenCompleteCourse', { ...members, ...actual, at: began + 600_000 });
  await kitchen.deliver('kitchenServeCourse', { ...members, at: began + 720_000 });
}

async function counts(groupBy: Grouping, filter: Partial<ReportFilter> = {}): Promise<Record<string, number>> {
  const query = { ...everyCourse([1]), ...filter, groupBy };
  const { groups } = await kitchen.core.reader.read('summary', query);
  return Object.fromEntries(groups.map(({ key, count }) => [key, count]));
}

function report(branches: readonly number[] = [1]) {
  const now = everyCourse(branches);
  return kitchen.core.reader.read('report', { now, before: null, of: 'preparation', by: 'none', hasMedians: false });
}

describe('dinner across midnight', () => {
  it('[F16] belongs to the business day, the weekday and the service in which the evening began', async () => {
    await cooks('2026-06-19T19:00:00+02:00');
    await cooks('2026-06-20T00:30:00+02:00');
    await cooks('2026-06-20T03:59:59+02:00');
    await cooks('2026-06-20T04:00:00+02:00');
    expect(await counts('day')).toEqual({ '2026-06-19': 3, '2026-06-20': 1 });
    expect(await counts('weekday')).toEqual({ '5': 3, '6': 1 });
    expect(await counts('service')).toEqual({ dinner: 3, none: 1 });
    expect(await counts('hour')).toEqual({ '0': 1, '3': 1, '4': 1, '19': 1 });
    expect(await counts('hour', { weekday: 5, service: 'dinner' })).toEqual({ '0': 1, '3': 1, '19': 1 });
  });

  it('[F16] belongs to another day once the cut-off changes, also in the past', async () => {
    await cooks('2026-06-20T00:30:00+02:00');
    expect(await counts('day')).toEqual({ '2026-06-19': 1 });
    await setBranch(kitchen.core, { number: 1, cutOff: '00:00' });
    expect(await counts('day')).toEqual({ '2026-06-20': 1 });
    expect(await counts('weekday')).toEqual({ '6': 1 });
    expect(await counts('service')).toEqual({ none: 1 });
    await setBranch(kitchen.core, { number: 1, timeZone: 'America/New_York' });
    expect(await counts('day')).toEqual({ '2026-06-19': 1 });
    expect(await counts('hour')).toEqual({ '18': 1 });
  });
});

it('[F16] the hour of a cut-off that is not a whole one is the first of its day, and the last', async () => {
  await cooks('2026-06-20T04:15:00+02:00');
  await cooks('2026-06-20T04:45:00+02:00');
  await cooks('2026-06-19T04:45:00+02:00');
  await setBranch(kitchen.core, { number: 1, cutOff: '04:30' });
  const cells = (await report()).heat;
  expect(cells.map(({ weekday, hour, isNextDay, count }) => [weekday, hour, isNextDay, count])).toEqual([
    [5, 4, false, 1],
    [5, 4, true, 1],
    [6, 4, false, 1],
  ]);
  for (const { weekday, hour, isNextDay, count } of cells) {
    const cell = { weekday, hour, nextDay: isNextDay };
    const page = { ...ANY_COURSE, ...cell, branch: 1, from: null, to: null, limit: 9, cursor: null, now: 0 };
    expect(await counts('none', cell)).toEqual({ all: count });
    expect((await kitchen.core.reader.read('courses', page)).courses).toHaveLength(count);
    const measured = { ...page, took: { of: 'preparation', atLeastMs: null, underMs: null } } as const;
    expect((await kitchen.core.reader.read('courses', measured)).courses).toHaveLength(count);
  }
  expect(await counts('hour')).toEqual({ '4': 3 });
});

it('[F15c] a visit across the cut-off has one length, in reports and in history', async () => {
  const cutOff = Date.parse('2026-06-20T04:00:00+02:00');
  for (const [course, minutes] of [
    [1, -30],
    [2, 10],
  ] as const) {
    const began = cutOff + minutes * 60_000;
    await kitchen.deliver('kitchenStartCourse', { course, at: began });
    await kitchen.deliver('kitchenServeCourse', { course, at: began + 1_200_000 });
  }
  for (const from of [cutOff - 86_400_000, cutOff]) {
    const range = { from, to: from + 86_400_000 };
    const { groups } = await kitchen.core.reader.read('summary', { ...everyCourse([1]), ...range, groupBy: 'none' });
    expect(groups[0]?.visit).toMatchObject({ n: 1, p50: 3_600 });
    const filter = { ...ANY_COURSE, ...range, branch: 1, limit: 9, cursor: null, now: cutOff };
    const { visits } = await kitchen.core.reader.read('listVisits', { filter, offset: 0 });
    expect(visits.map(({ visitMs, courses }) => [visitMs, courses.length])).toEqual([[3_600_000, 1]]);
  }
});

describe('the days on which the clocks change', () => {
  it('[F16] in spring have no hour from two to three, and correct figures', async () => {
    await cooks('2026-03-29T00:59:00Z'); // 01:59
    await cooks('2026-03-29T01:00:00Z'); // 03:00
    await cooks('2026-03-29T01:59:59Z'); // 03:59
    await cooks('2026-03-29T02:00:00Z'); // 04:00
    expect(await counts('hour')).toEqual({ '1': 1, '3': 2, '4': 1 });
    expect(await counts('day')).toEqual({ '2026-03-28': 3, '2026-03-29': 1 });
    expect(await counts('service')).toEqual({ dinner: 3, none: 1 });
  });

  it('[F16] in autumn have the hour from two to three twice', async () => {
    await cooks('2026-10-25T00:30:00Z'); // 02:30
    await cooks('2026-10-25T01:30:00Z'); // 02:30 again
    await cooks('2026-10-25T02:59:59Z'); // 03:59
    await cooks('2026-10-25T03:00:00Z'); // 04:00
    expect(await counts('hour')).toEqual({ '2': 2, '3': 1, '4': 1 });
    expect(await counts('day')).toEqual({ '2026-10-24': 3, '2026-10-25': 1 });
    expect(await counts('weekday')).toEqual({ '6': 3, '7': 1 });
  });

  it('[F13][F15a] do not change the duration of a preparation or of a wait on the pass', async () => {
    await kitchen.deliver('kitchenStartCourse', { at: Date.parse('2026-10-25T00:50:00Z') }); // 02:50
    await kitchen.deliver('kitchenCompleteCourse', { at: Date.parse('2026-10-25T01:10:00Z') }); // 02:10
    await kitchen.deliver('kitchenServeCourse', { at: Date.parse('2026-10-25T01:13:00Z') }); // 02:13
    await kitchen.deliver('kitchenCompleteCourse', { order: null, number: 2, at: Date.parse('2026-10-25T00:58:00Z') }); // 02:58
    await kitchen.deliver('kitchenServeCourse', { order: null, number: 2, at: Date.parse('2026-10-25T01:01:00Z') }); // 02:01
    const [all] = (await kitchen.core.reader.read('summary', { ...everyCourse([1]), groupBy: 'none' })).groups;
    expect(all?.preparation).toMatchObject({ n: 1, p50: 20 * 60 });
    expect(all?.passWait).toMatchObject({ n: 2, p50: 3 * 60, p95: 3 * 60 });
  });
});

it('[F11] a course that still cooks is late from its limit on, in reports and in history', async () => {
  const began = Date.parse('2026-11-21T11:00:00Z');
  const limit = began + 15 * 60_000;
  await kitchen.deliver('kitchenStartCourse', { at: began });
  const late = async (now: number) => {
    const course = { ...ANY_COURSE, branch: 1, from: null, to: null, limit: 9, cursor: null, now, late: true };
    const { courses } = await kitchen.core.reader.read('courses', course);
    return [await counts('none', { late: true, now: { 1: now } }), courses.length];
  };
  expect(await late(limit - 1)).toEqual([{ all: 0 }, 0]);
  expect(await late(limit)).toEqual([{ all: 1 }, 1]);
  await kitchen.deliver('kitchenCompleteCourse', { at: limit });
  expect(await late(limit + 1)).toEqual([{ all: 0 }, 0]);
});

it('[F11] a course with an absurd expected time is not late, in reports and in history', async () => {
  const began = Date.parse('2026-11-21T11:00:00Z');
  await kitchen.deliver('kitchenStartCourse', { at: began, expected: 2_147_483_647 });
  await setSetting(kitchen.core, 'posTimeUnit', 'minutes', { branch: 1 });
  await kitchen.deliver('kitchenCompleteCourse', { at: began + 3_600_000, expected: 2_147_483_647 });
  const page = { ...ANY_COURSE, branch: 1, from: null, to: null, limit: 9, cursor: null, now: began };
  for (const [late, count] of [
    [true, 0],
    [false, 1],
  ] as const) {
    expect(await counts('none', { late })).toEqual({ all: count });
    expect((await kitchen.core.reader.read('courses', { ...page, late })).courses).toHaveLength(count);
    expect(await kitchen.core.reader.read('courseCount', { ...page, late })).toBe(count);
  }
});

it('[F17] a course is found by its number, or by its abbreviation in any case, in reports and in history', async () => {
  const at = Date.parse('2026-06-19T17:00:00Z');
  for (const [course, abbreviation] of [
    [12, 'MA'],
    [3, '12'],
    [4, 'Entrée'],
    [5, 'ENTRÉE'],
    [6, 'x%'],
    [7, 'xy'],
    [2_147_483_647, 'XX'],
  ] as const)
    await kitchen.deliver('kitchenStartCourse', { course, abbreviation, at });
  const found = async (course: string) => {
    const page = { ...ANY_COURSE, branch: 1, from: null, to: null, limit: 9, cursor: null, now: at, course };
    const { courses } = await kitchen.core.reader.read('courses', page);
    const inHistory = courses.map(({ ticket }) => ticket.course.number).sort((a, b) => a - b);
    expect(Object.keys(await counts('course', { course })).map(Number)).toEqual(inHistory);
    expect(await kitchen.core.reader.read('courseCount', page)).toBe(inHistory.length);
    return inHistory;
  };
  expect(await found('12')).toEqual([12]);
  expect(await found('ma')).toEqual([12]);
  expect(await found('entrée')).toEqual([4, 5]);
  expect(await found('entree')).toEqual([]);
  expect(await found('X%')).toEqual([6]);
  expect(await found('2147483647')).toEqual([2_147_483_647]);
  expect(await found('2147483648')).toEqual([]);
});

it('[F17] a range is half-open', async () => {
  await cooks('2026-06-19T17:00:00.000Z');
  const [at, later] = [Date.parse('2026-06-19T17:00:00.000Z'), Date.parse('2026-06-19T17:00:00.001Z')];
  expect(await counts('none', { from: at, to: later })).toEqual({ all: 1 });
  expect(await counts('none', { from: later })).toEqual({ all: 0 });
  expect(await counts('none', { to: at })).toEqual({ all: 0 });
});

it('[F16] services follow the current setting', async () => {
  await cooks('2026-06-19T10:00:00+02:00');
  expect(await counts('service')).toEqual({ none: 1 });
  await setSetting(kitchen.core, 'services', 'breakfast 07:00, dinner 16:00', { branch: 1 });
  expect(await counts('service')).toEqual({ breakfast: 1 });
  expect(await counts('none', { service: 'Breakfast' })).toEqual({ all: 1 });
});

it('[F16] services of two branches that differ only in case are one group, as they are one filter', async () => {
  for (const branch of [1, 2])
    await kitchen.deliver('kitchenStartCourse', {
      branch,
      order: null,
      number: 7,
      at: Date.parse('2026-06-19T17:00:00Z'),
    });
  await setSetting(kitchen.core, 'services', 'Lunch 11:00, Dinner 17:00', { branch: 2 });
  const branches = [1, 2];
  expect(await counts('service', { branches })).toEqual({ dinner: 2 });
  expect(await counts('service', { branches, service: 'dinner' })).toEqual({ dinner: 2 });
});

it('[F18] a target that is too short is reported with one that most courses would meet', async () => {
  for (let minute = 0; minute < 25; minute += 1) {
    const at = Date.parse('2026-06-19T17:00:00Z') + minute * 900_000;
    const took = 6 + minute;
    const members = { order: null, number: 900 + minute, expected: 8 };
    await kitchen.deliver('kitchenStartCourse', { ...members, at });
    await kitchen.deliver('kitchenCompleteCourse', { ...members, at: at + took * 60_000, actual: took });
  }
  const { targets, pos } = await report();
  const [target] = targets;
  expect(target).toMatchObject({ key: '3', label: 'Mains', abbreviation: 'MA', expected: 480, n: 25, compared: 25 });
  expect(target).toMatchObject({ bias: 600, p50: 18 * 60, overShare: 22 / 25 });
  expect(target).toMatchObject({ suggestedMinutes: 26, lateWithSuggested: 4 / 25 });
  expect(pos).toEqual({ n: 25, median: 0 });
});

it('[F18] a suggested target is judged in each branch by the limits of that branch', async () => {
  for (const branch of [1, 2])
    for (let minute = 0; minute < 20; minute += 1) {
      const at = Date.parse('2026-06-19T17:00:00Z') + minute * 900_000;
      const members = { branch, order: null, number: 900 + minute };
      await kitchen.deliver('kitchenStartCourse', { ...members, at });
      await kitchen.deliver('kitchenCompleteCourse', { ...members, at: at + (minute + 1) * 60_000 });
    }
  await setSetting(kitchen.core, 'latePercent', '150', { branch: 2 });
  const lateIn = async (...branches: number[]) => {
    const [target] = (await report(branches)).targets;
    expect(target?.suggestedMinutes).toBe(17);
    return target?.lateWithSuggested;
  };
  expect([await lateIn(1), await lateIn(2)]).toEqual([3 / 20, 0]);
  expect([await lateIn(1, 2), await lateIn(2, 1)]).toEqual([3 / 40, 3 / 40]);
});

it("[F17] uses today's limits", async () => {
  await cooks('2026-06-19T19:00:00+02:00');
  const late = async () => (await report()).heat[0]?.late;
  await setSetting(kitchen.core, 'fallbackLate', '30', { branch: 1 });
  expect(await late()).toBe(0);
  await setSetting(kitchen.core, 'latePercent', '1', { branch: 1 });
  await setSetting(kitchen.core, 'fallbackLate', '5', { branch: 1 });
  expect(await late()).toBe(1);
});

it('[F27c] finds no name that was erased', async () => {
  await cooks('2026-06-19T19:00:00+02:00');
  expect(await counts('none', { q: 'smith' })).toEqual({ all: 1 });
  await kitchen.change('UPDATE "Order" SET "tableName" = NULL');
  expect(await counts('none', { q: 'smith' })).toEqual({ all: 0 });
});
