import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forgetEarlierDays } from '../clock/clock';
import { setSetting } from '../settings/commands';
import { type EventFields, eventBody } from '../testing/events';
import { type Kitchen, openKitchen } from '../testing/kitchen';

const MINUTE = 60_000;
/** A Friday at six in the evening, by the branch's wall clock. */
const SIX = Date.parse('2026-06-19T18:00:00+02:00');
const at = (minute: number) => SIX + minute * MINUTE;
const iso = (minute: number) => new Date(at(minute)).toISOString();

let kitchen: Kitchen;
beforeEach(async () => {
  kitchen = await openKitchen(undefined, SIX);
});
afterEach(() => kitchen.stop());

const EVENTS = { start: 'kitchenStartCourse', complete: 'kitchenCompleteCourse', serve: 'kitchenServeCourse' } as const;
type Step = keyof typeof EVENTS;

/** Delivers an event of minute `minute`, received then or in minute `received`. */
async function deliver(
  step: Step,
  minute: number,
  order: string,
  fields: Partial<EventFields> & { received?: number } = {},
) {
  const { received = minute, ...rest } = fields;
  kitchen.setNow(Math.max(at(received), kitchen.core.now()));
  const result = await kitchen.deliver(EVENTS[step], {
    at: at(minute),
    order,
    table: { number: 12 },
    expected: null,
    ...rest,
  });
  expect(result).toMatchObject({ storedIn: 'database', outcome: 'applied' });
}

/** A course from start to serve. */
async function course(
  order: string,
  start: number,
  serve: number,
  fields: Partial<EventFields> & { received?: number } = {},
) {
  await deliver('start', start, order, fields);
  await deliver('complete', (start + serve) / 2, order, fields);
  await deliver('serve', serve, order, fields);
}

const table = (number: string | number = 12) => kitchen.board().tables.find((one) => one.number === String(number));
/** Boards are sets: the order of their lists has no meaning. */
function sortedBoard() {
  const { tickets, tables, ...board } = kitchen.board();
  const byName = (a: { number: string }, b: { number: string }) => (a.number < b.number ? -1 : 1);
  return {
    ...board,
    tickets: tickets.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    tables: tables.toSorted(byName),
  };
}

const versionless = ({ version: _, ...rest }: { version: number }) => rest;

/** Ten o'clock the next morning, in minutes after six. */
const MORNING = 16 * 60;

/** Moves the clock to the next morning, and removes the day before from memory. */
async function forgetUntilMorning(): Promise<void> {
  await settledAt(MORNING);
  const state = kitchen.core.boards.branch(1);
  if (!state) throw new Error('there is a branch');
  forgetEarlierDays(state, kitchen.core.settings, at(MORNING));
  expect(state.orders.size).toBe(0);
}

/** Moves the clock and waits until everything that is due is committed. */
async function settledAt(minute: number): Promise<void> {
  kitchen.setNow(at(minute));
  for (;;) {
    const due = kitchen.board().tables.length > 0 && [...(kitchen.core.boards.branch(1)?.tables.values() ?? [])];
    if (!due || due.every(({ view }) => view.changesAt === null || view.changesAt > at(minute))) return;
    await new Promise<void>((done) => {
      const stop = kitchen.core.boards.onChange(() => {
        stop();
        done();
      });
    });
  }
}

describe('after a restart', () => {
  async function expectSame(): Promise<void> {
    const before = sortedBoard();
    kitchen = await kitchen.restart();
    expect(sortedBoard()).toEqual(before);
  }

  it('the board is the same as before: tickets, tables, version, epoch', async () => {
    await deliver('start', 0, 'a', { table: { number: 1, subNumber: 2, tableName: 'Ana', numberOfGuests: 2 } });
    await course('b', 0, 12, { table: { number: 2 } });
    await deliver('complete', 15, 'c', { table: null, course: 9, name: 'Après', abbreviation: 'AP' });
    await deliver('start', 18, 'a', { course: 5, table: { number: 3 } });
    expect(kitchen.board().tickets).toHaveLength(4);
    await expectSame();
    await deliver('serve', 20, 'c');
    await deliver('complete', 21, 'a', { table: { number: 3 } });
    await expectSame();
  });

  it('a table still shows an order that has been served, while another one cooks', async () => {
    await course('a', 0, 12, { abbreviation: 'ST', course: 1 });
    await deliver('start', 10, 'b', { abbreviation: 'MA', course: 3, received: 12 });
    await deliver('complete', 30, 'b', { abbreviation: 'MA', course: 3 });
    await settledAt(50);
    expect(table()?.courses.map(({ abbreviation }) => abbreviation)).toEqual(['ST', 'MA']);
    // F7b: the mains are presumed served, and count from their readiness.
    expect(table()).toMatchObject({ lastFoodAt: iso(30) });
    await expectSame();
    await deliver('serve', 51, 'b', { abbreviation: 'MA', course: 3 });
    expect(table()?.courses.map(({ abbreviation }) => abbreviation)).toEqual(['ST', 'MA']);
    await expectSame();
  });

  it('changes by time meanwhile are one commit', async () => {
    await course('a', 0, 12, { abbreviation: 'ST', course: 1 });
    await deliver('start', 10, 'b', { abbreviation: 'MA', course: 3, received: 12 });
    await settledAt(36);
    const before = table();
    expect(before).toMatchObject({ status: 'TABLE-STATUS-TAKEN-AND-TIME-LIMIT-REACHED', lastFoodAt: iso(12) });
    await kitchen.core.close();
    kitchen = await openKitchen(kitchen.folder, at(58));
    await settledAt(58);
    expect(table()).toMatchObject({ status: before?.status, lastFoodAt: null });
    expect(table()?.courses.map(({ abbreviation }) => abbreviation)).toEqual(['MA']);
    expect(table()?.version).toBe((before?.version ?? 0) + 1);
  });

  it('a course that left its table meanwhile is reported, even if nothing else changed', async () => {
    await deliver('start', 0, 'b', { course: 3, abbreviation: 'MA' });
    await course('a', 1, 12, { course: 1, abbreviation: 'ST' });
    await deliver('serve', 14, 'b', { course: 3, abbreviation: 'MA' });
    const before = table();
    expect(before?.courses.map(({ abbreviation }) => abbreviation)).toEqual(['ST', 'MA']);
    await kitchen.core.close();
    kitchen = await openKitchen(kitchen.folder, at(58));
    expect(table()).toMatchObject({ status: before?.status, since: before?.since, lastFoodAt: before?.lastFoodAt });
    expect(table()?.courses.map(({ abbreviation }) => abbreviation)).toEqual(['MA']);
    expect(table()?.version).toBe((before?.version ?? 0) + 1);
  });
});

describe('on the next morning, with the day before out of memory', () => {
  it('a late fact finds its order, its ticket and its table again', async () => {
    await deliver('start', 0, 'a');
    await deliver('serve', 12, 'a');
    await forgetUntilMorning();
    expect(table()).toMatchObject({ status: 'TABLE-STATUS-OPEN', since: iso(57) });
    await deliver('complete', 10, 'a', { received: MORNING + 1 });
    expect(kitchen.core.boards.branch(1)?.orders.size).toBe(0);
    expect(kitchen.board()).toMatchObject({ tickets: [], tables: [{ status: 'TABLE-STATUS-OPEN', since: iso(57) }] });
    expect(await kitchen.rows('SELECT "readyAt", "round", "marks" FROM "CourseTicket"')).toEqual([
      { readyAt: at(10), round: 1, marks: '[]' },
    ]);
  });

  it('a late fact loads the orders that were at its table at that time', async () => {
    await course('a', 0, 52);
    await forgetUntilMorning();
    await deliver('start', 40, 'b', { received: MORNING + 1 });
    // Without a serve it was closed after four hours.
    expect(table()).toMatchObject({ status: 'TABLE-STATUS-OPEN', since: iso(280) });
    await deliver('serve', 50, 'b', { received: MORNING + 1 });
    // Order b turned over at 19:35, and a two minutes later.
    expect(table()).toMatchObject({ status: 'TABLE-STATUS-OPEN', since: iso(97) });
    await deliver('serve', 45, 'c', { received: MORNING + 2 });
    expect(table()).toMatchObject({ status: 'TABLE-STATUS-OPEN', since: iso(97) });
  });

  it('a free table has been free since the same minute when a setting changes', async () => {
    await course('a', 0, 12);
    await forgetUntilMorning();
    const before = table();
    expect(before).toMatchObject({ status: 'TABLE-STATUS-OPEN', since: iso(57) });
    await setSetting(kitchen.core, 'readyLate', '5', {});
    expect(table()).toEqual(before);
    kitchen = await kitchen.restart();
    expect(table()).toEqual(before);
  });
});

describe('in the course of a day', () => {
  it('a delivery computes its order and the parties at its table only, however many came before', async () => {
    for (let party = 0; party < 12; party += 1)
      await course(`p${party}`, 2 * party, 2 * party + 1, { table: { number: 1 + (party % 3) } });
    await deliver('complete', 30, 'waits', { table: { number: 1 } });
    const { boards, queue } = kitchen.core;
    const state = boards.branch(1);
    expect(state?.orders.size).toBe(13);
    const fields = { at: at(31), order: 'next', table: { number: 1 } };
    const computed = await queue.run(async (sql, stages) => {
      await boards.deliver(sql, [kitchen.delivery(EVENTS.start, eventBody(fields))], stages);
      return stages.of(1).orders.keysOfNews();
    });
    expect(computed.toSorted()).toEqual([13, 14]);
  });

  it('an order stays at its table if the next party moves away', async () => {
    await course('first', 0, 2);
    await deliver('start', 5, 'second');
    await deliver('complete', 36, 'second', { table: { number: 7 } });
    expect(table()).toMatchObject({ parties: [{ courses: [{ number: 3 }] }] });
  });

  it('a late fact reveals that a forgotten serve is presumed, and by which order', async () => {
    await deliver('complete', 0, 'a');
    await course('b', 5, 15, { received: 90 });
    const course1 = () => kitchen.board().tickets.find(({ servedAt }) => servedAt === null);
    expect(course1()?.presumedServed).toEqual({ at: iso(9), reason: 'table-retaken' });
    kitchen = await kitchen.restart();
    expect(course1()?.presumedServed).toEqual({ at: iso(9), reason: 'table-retaken' });
    await deliver('start', 12, 'a', { course: 4, received: 91 });
    expect(course1()?.presumedServed).toEqual({ at: iso(12), reason: 'table-wait' });
  });

  it('an order that moves takes all its courses to the other table', async () => {
    await course('a', 0, 12);
    await settledAt(60);
    await course('b', 40, 50, { table: { number: 5 }, received: 61 });
    await deliver('start', 62, 'b', { course: 4, table: { number: 12 } });
    expect(table(12)).toMatchObject({ status: 'TABLE-STATUS-TAKEN', since: iso(62) });
    expect(table(5)).toMatchObject({ status: 'TABLE-STATUS-OPEN', since: iso(62) });
    await deliver('serve', 45, 'c', { received: 62, table: { number: 12 } });
    expect(table(12)).toMatchObject({ status: 'TABLE-STATUS-TAKEN', since: iso(62) });
  });

  it('a table whose last order moved keeps the time of that', async () => {
    await course('a', 0, 12);
    await course('b', 65, 70);
    await settledAt(130);
    expect(table()).toMatchObject({ status: 'TABLE-STATUS-OPEN', since: iso(115) });
    await deliver('start', 135, 'c');
    expect(table()).toMatchObject({ status: 'TABLE-STATUS-TAKEN', since: iso(135) });
    expect(versionless(table() ?? { version: 0 })).toMatchObject({ lastFoodAt: null });
  });

  it('a late fact that an order left earlier frees its table earlier', async () => {
    await deliver('start', 0, 'a');
    await deliver('start', 0, 'b');
    await deliver('start', 2, 'b', { course: 4, table: { number: 7 } });
    // Names no table: order a is still at table 12 as far as is known.
    await deliver('start', 9, 'a', { course: 4, table: null });
    expect(table()).toMatchObject({ status: 'TABLE-STATUS-TAKEN', since: iso(0) });
    kitchen = await kitchen.restart();
    await deliver('start', 1, 'a', { course: 5, table: { number: 5 }, received: 10 });
    expect(table()).toMatchObject({ status: 'TABLE-STATUS-OPEN', since: iso(2) });
    expect(await kitchen.rows(`SELECT "newsAt" FROM "TableState" WHERE "number" = '12'`)).toEqual([{ newsAt: at(2) }]);
  });

  it('a table disappears when a late fact shows that its order was never there', async () => {
    await deliver('start', 0, 'a', { counter: 1 });
    expect(kitchen.board().tables.map(({ number }) => number)).toEqual(['12']);
    const { epoch } = kitchen.board();
    // The same press again, with the right table.
    kitchen.setNow(at(1));
    await kitchen.deliver(EVENTS.start, { at: at(0), order: 'a', counter: 2, table: { number: 7 }, expected: null });
    expect(kitchen.board().tables.map(({ number, status }) => [number, status])).toEqual([['7', 'TABLE-STATUS-TAKEN']]);
    expect(await kitchen.rows('SELECT "number" FROM "TableState"')).toEqual([{ number: '7' }]);
    expect(kitchen.board().epoch).not.toBe(epoch);
    await deliver('start', 2, 'b');
    expect(kitchen.board().tables).toHaveLength(2);
  });
});

it('a POS that was in the wrong year once does not stop the clock of its table', async () => {
  await deliver('start', 0, 'a', { received: 0 });
  const wrongYear = Date.parse('2062-06-19T18:00:00+02:00');
  await kitchen.deliver(EVENTS.start, { at: wrongYear, order: 'b', table: { number: 12 }, expected: null });
  await deliver('complete', 5, 'a');
  expect(table()).toMatchObject({ status: 'TABLE-STATUS-ORDER-READY-TO-BE-SERVED', since: iso(5) });
  await deliver('serve', 6, 'a');
  expect(table()).toMatchObject({ status: 'TABLE-STATUS-TAKEN', since: iso(6), lastFoodAt: iso(6) });
  await settledAt(51);
  expect(table()).toMatchObject({ status: 'TABLE-STATUS-OPEN', since: iso(51) });
});
