import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SettingKey } from '../../contract/settings';
import { settingFor } from '../../domain/settings';
import { runs } from '../../domain/testing/runs';
import { type BranchRules, type ExportedCourse, parseExport } from '../../tools/check-reports/exported-course';
import { classify, differences, recomputeSummary, visitDurations } from '../../tools/check-reports/recompute';
import { forgetEarlierDays, startClock } from '../clock/clock';
import { coursesCsv } from '../reader/csv';
import { setBranch } from '../settings/branches';
import { setSetting } from '../settings/commands';
import { branchReadings } from '../sql/load-statements';
import { openForReading, type ReadSource } from '../storage/read-source';
import { ANY_COURSE } from '../testing/any-course';
import { eventBody } from '../testing/events';
import { type Kitchen, openKitchen } from '../testing/kitchen';
import { everyCourse, type ReportFilter } from './filter';
import { GROUPINGS } from './groups';
import { summarize } from './summary';

/** The hour that occurs twice in Amsterdam, a minute before the cut-off of some of the calendars. */
const NIGHT = Date.parse('2026-10-25T00:00:00Z');
const MINUTE = 60_000;
/** Branches of a run: two of its own. */
const BRANCHES = [1, 2];

let kitchen: Kitchen;
let source: ReadSource;
beforeAll(async () => {
  kitchen = await openKitchen(undefined, NIGHT + 60 * MINUTE);
  source = openForReading(kitchen.core.config);
});
afterAll(async () => {
  await source.close();
  await kitchen.stop();
});

const seldom = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ arbitrary: fc.constant(null), weight: 5 }, { arbitrary: value, weight: 1 });

/** Few orders and instants, some seconds apart: clocks that disagree, bulks, rounds that a late fact opens or ends. */
const delivery = fc.record({
  kind: fc.constant('delivery' as const),
  event: fc.constantFrom('kitchenStartCourse', 'kitchenCompleteCourse', 'kitchenServeCourse'),
  branch: fc.constantFrom(...BRANCHES),
  order: fc.integer({ min: 1, max: 5 }),
  isCounter: fc.boolean(),
  course: fc.integer({ min: 1, max: 3 }),
  at: fc
    .tuple(fc.integer({ min: -3, max: 5 }), fc.constantFrom(0, 1_000, 2_000, 61_000))
    .map(([steps, apart]) => NIGHT + steps * 17 * MINUTE + apart),
  table: fc.integer({ min: 1, max: 3 }),
  guests: fc.option(fc.integer({ min: 0, max: 4 })),
  name: fc.constantFrom('Mains', 'Main course'),
  abbreviation: fc.constantFrom('MA', 'ma', 'DE'),
  expected: fc.option(fc.constantFrom(0, 5, 600, 1_000)),
  actual: fc.option(fc.constantFrom(5, 17, 600)),
});
const bulk = fc.record({
  kind: fc.constant('bulk' as const),
  event: fc.constantFrom('kitchenCompleteCourse', 'kitchenServeCourse'),
  branch: fc.constantFrom(...BRANCHES),
  at: fc.integer({ min: 0, max: 4 }).map((steps) => NIGHT + 5 * MINUTE + steps * 4_000),
  orders: fc.integer({ min: 2, max: 5 }),
});
const setting = fc.record({
  kind: fc.constant('setting' as const),
  branch: fc.constantFrom(...BRANCHES),
  set: fc.constantFrom(
    ['latePercent', '50'],
    ['fallbackLate', '5'],
    ['posTimeUnit', 'minutes'],
    ['posTimeUnit', 'auto'],
    ['services', 'night 01:30, noon 12:00'],
    ['services', 'lunch 11:00, dinner 16:00'],
  ),
});
const calendar = fc.record({
  kind: fc.constant('calendar' as const),
  number: fc.constantFrom(...BRANCHES),
  timeZone: fc.constantFrom('Europe/Amsterdam', 'Asia/Kathmandu', 'America/New_York'),
  cutOff: fc.constantFrom('04:00', '02:30', '00:00'),
});
const later = fc.record({ kind: fc.constant('later' as const), minutes: fc.constantFrom(1, 30, 240, 9 * 1_440) });
const look = fc.record({
  kind: fc.constant('look' as const),
  by: fc.constantFrom(...GROUPINGS),
  branches: fc.constantFrom([1], [2], [1, 2]),
  filter: fc.record({
    from: seldom(fc.integer({ min: -3, max: 2 }).map((steps) => NIGHT + steps * 17 * MINUTE)),
    to: seldom(fc.integer({ min: 0, max: 5 }).map((steps) => NIGHT + steps * 17 * MINUTE)),
    course: seldom(fc.constantFrom('MA', '1', '03', 'XX')),
    table: seldom(fc.constantFrom({ number: '1', subNumber: null }, { number: '2', subNumber: '1' })),
    service: seldom(fc.constantFrom('dinner', 'Night', 'lunch', 'none')),
    orderKind: seldom(fc.constantFrom('table' as const, 'cafeteria' as const)),
    weekday: seldom(fc.constantFrom(6, 7)),
    hour: seldom(fc.constantFrom(1, 2, 20)),
    guests: seldom(fc.integer({ min: 0, max: 4 })),
    state: seldom(fc.constantFrom('started' as const, 'ready' as const, 'served' as const)),
    late: seldom(fc.boolean()),
    q: seldom(fc.constantFrom('smith', '1', '102')),
  }),
});
type Step = typeof step extends fc.Arbitrary<infer Any> ? Any : never;
const step = fc.oneof(
  { arbitrary: delivery, weight: 30 },
  { arbitrary: bulk, weight: 3 },
  { arbitrary: setting, weight: 2 },
  { arbitrary: calendar, weight: 1 },
  { arbitrary: later, weight: 2 },
  { arbitrary: look, weight: 8 },
);

/** Number of branches used by earlier runs. */
let before = 0;
const own = (branch: number) => before + branch;

async function take(one: Exclude<Step, { kind: 'look' }>): Promise<void> {
  switch (one.kind) {
    case 'delivery': {
      const { event, order, isCounter, table, guests, ...rest } = one;
      const fields = { ...rest, branch: own(rest.branch) };
      const orderId = idOf(order);
      const named = { orderId, year: 2026, number: 100 + order, ticketNumber: order };
      const members = isCounter
        ? { order: null, number: null, cafeteria: named, table: null }
        : { order: orderId, number: 100 + order, table: tableOf(table, guests) };
      const actual = fields.actual === null ? {} : { actual: fields.actual };
      await kitchen.take(kitchen.delivery(event, eventBody({ ...members, ...fields, ...actual } as never)));
      return;
    }
    case 'bulk':
      for (let course = 0; course < 6; course += 1) {
        const order = idOf(1 + (course % one.orders));
        const fields = { order, branch: own(one.branch), course: 1 + course, at: one.at + course * 700 };
        await kitchen.deliver(one.event, fields);
      }
      return;
    case 'setting': {
      const [key, value] = one.set as [string, string];
      const branch = own(one.branch);
      if (kitchen.core.boards.branch(branch)) await setSetting(kitchen.core, key, value, { branch });
      return;
    }
    case 'calendar':
      await setBranch(kitchen.core, { ...one, number: own(one.number) });
      return;
    case 'later':
      kitchen.setNow(kitchen.core.now() + one.minutes * MINUTE);
      (await startClock(kitchen.core))();
      // Earlier days are not in memory, and are not rewritten with the rest of the board.
      await kitchen.core.queue.run(async () => {
        const { boards, settings, now } = kitchen.core;
        for (const state of boards.branches()) forgetEarlierDays(state, settings, now());
      });
  }
}

const idOf = (order: number) => `00000000-0000-4000-8000-${String(100 * before + order).padStart(12, '0')}`;

function tableOf(number: number, guests: number | null) {
  return { number, subNumber: 1, tableName: `Smith ${number}`, ...(guests === null ? {} : { numberOfGuests: guests }) };
}

const nows = () => Object.fromEntries(BRANCHES.map((branch) => [own(branch), kitchen.core.now()]));

/** Every course of a branch as it is exported, with history's own filter. */
async function exported(branch: number, filter: ReportFilter): Promise<ExportedCourse[]> {
  const rules = await rulesOf(branch);
  if (!rules) return [];
  const { branches: _, now: __, ...query } = filter;
  const now = kitchen.core.now();
  const history = { ...ANY_COURSE, ...query, branch, limit: 5_000, cursor: null, now };
  const { csv } = await coursesCsv(source, { filter: history, timeZone: rules.timeZone });
  return parseExport(Buffer.from(csv).toString(), rules);
}

async function rulesOf(number: number): Promise<BranchRules | null> {
  const branch = (await branchReadings(source)).get(number);
  if (!branch) return null;
  const value = (key: SettingKey) => settingFor(branch.settings, key, number);
  return {
    ...{ timeZone: branch.timeZone, cutOffMinute: branch.cutOffMinute, services: String(value('services')) },
    ...{ latePercent: Number(value('latePercent')), fallbackLateMinutes: Number(value('fallbackLate')) },
  };
}

async function expectEqual({ by, branches: asBranches, filter }: Extract<Step, { kind: 'look' }>): Promise<void> {
  const branches = asBranches.map(own);
  const query: ReportFilter = { ...everyCourse(branches), ...filter, now: nows() };
  const all = (await Promise.all(branches.map((branch) => exported(branch, everyCourse(branches))))).flat();
  const wanted = (await Promise.all(branches.map((branch) => exported(branch, query)))).flat();
  const isWanted = new Set(wanted.map(({ id }) => id));
  const courses = classify(all);
  const selected = courses.filter(({ id }) => isWanted.has(id));
  const { groups } = await summarize(source, { ...query, groupBy: by });
  const reported = Object.fromEntries(groups.map(({ key, label: _, abbreviation: __, ...of }) => [key, of]));
  expect(differences(reported, recomputeSummary(selected, visitDurations(all), by), by)).toEqual([]);
  for (const { reason, marks } of selected) if (reason === 'bulk') expect(marks).toContain('bulk');
}

test('[F13][F14][F15a][F15b][F15c][F16][F17] a summary has the figures that its exported courses give', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), look, async (steps, last) => {
      kitchen.setNow(NIGHT + 60 * MINUTE);
      for (const one of steps) {
        if (one.kind === 'look') await expectEqual(one);
        else await take(one);
      }
      await expectEqual(last);
      before += BRANCHES.length;
    }),
    { ...runs(Number(process.env['HEATLAMP_HISTORIES'] ?? 20)), endOnFailure: true },
  );
});
