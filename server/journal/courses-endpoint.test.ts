import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ticket } from '../../domain/live-contract';
import { eventBody } from '../testing/events';
import { addProgram } from '../testing/journal';
import { type RunningServer, startServer } from '../testing/running-server';
import { liveTheDay, NIGHT } from '../testing/service-day';

type Page = { courses: Ticket[]; nextCursor: string | null };

let server: RunningServer;
let token: string;
let all: Ticket[];
beforeAll(async () => {
  server = await startServer();
  token = await addProgram(server);
  await liveTheDay(server);
  all = await courses();
});
afterAll(() => server.stop());

async function page(query: Record<string, string> = {}): Promise<Page> {
  const answer = await server.get(`/api/v1/history/courses?${new URLSearchParams(query)}`, token);
  if (answer.status !== 200) throw new Error(await answer.text());
  return answer.json();
}

const courses = async (query: Record<string, string> = {}) => (await page({ limit: '1000', ...query })).courses;
const idsOf = (tickets: readonly Ticket[]) => tickets.map(({ id }) => id);
const instantOf = (ticket: Ticket) => Date.parse(ticket.startedAt ?? ticket.readyAt ?? ticket.servedAt ?? '');

/** That a filter selects exactly those of all the courses, and some, but not all, of them. */
async function expectSelects(query: Record<string, string>, isMeant: (ticket: Ticket) => boolean): Promise<void> {
  const meant = all.filter(isMeant);
  expect(idsOf(await courses(query))).toEqual(idsOf(meant));
  expect(meant.length).toBeGreaterThan(0);
  expect(meant.length).toBeLessThan(all.length);
}

it('tells every course, open ones too, newest first', () => {
  expect(all).toHaveLength(120);
  const instants = all.map(instantOf);
  expect(instants).toEqual(instants.toSorted((a, b) => b - a));
  expect(new Set(all.map(({ state }) => state)).size).toBe(3);
  expect(all.some(({ closedAt }) => closedAt === null)).toBe(true);
});

it('tells exactly the courses that are named', async () => {
  const named = all.filter((_, index) => index % 17 === 3);
  await expectSelects({ tickets: idsOf(named).join() }, (ticket) => named.includes(ticket));
  expect(await courses({ tickets: '999999-1-1' })).toEqual([]);
  for (const tickets of ['', '12', "12-3-1' OR 1=1", '12-3-1,'])
    expect((await server.get(`/api/v1/history/courses?${new URLSearchParams({ tickets })}`, token)).status).toBe(400);
});

describe('pages', () => {
  it.each(['1', '7', '119', '120', '121'])('of %s cover every course exactly once, in order', async (limit) => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const next: Page = await page({ limit, ...(cursor === null ? {} : { cursor }) });
      expect(next.courses.length).toBeLessThanOrEqual(Number(limit));
      seen.push(...idsOf(next.courses));
      cursor = next.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(idsOf(all));
  });

  it('of a filtered list do too', async () => {
    const first = await page({ course: 'MA', limit: '30' });
    const second = await page({ course: 'MA', limit: '30', cursor: first.nextCursor ?? '' });
    expect(idsOf([...first.courses, ...second.courses])).toEqual(idsOf(await courses({ course: 'MA' })));
    expect(second.nextCursor).toBeNull();
  });

  it('are a hundred courses long, if nobody says otherwise', async () => {
    expect((await page()).courses).toHaveLength(100);
  });

  it('go on where they ended, whatever came meanwhile', async () => {
    const other = await startServer();
    const its = await addProgram(other);
    const order = (index: number) => `aaaaaaaa-0000-4000-8000-00000000000${index}`;
    const start = (index: number) =>
      other.post('kitchenStartCourse', eventBody({ order: order(index), at: NIGHT + index }));
    for (const index of [1, 2, 3]) await start(index);
    const ask = async (query: string): Promise<Page> =>
      (await other.get(`/api/v1/history/courses?limit=2${query}`, its)).json();
    const first = await ask('');
    await start(4);
    const second = await ask(`&cursor=${first.nextCursor}`);
    const orders = [...first.courses, ...second.courses].map(({ orderId }) => orderId);
    expect(orders).toEqual([3, 2, 1].map(order));
    await other.stop();
  });
});

describe('a filter', () => {
  it('by course takes a number or an abbreviation, in any case', async () => {
    await expectSelects({ course: '2' }, ({ course }) => course.number === 2);
    await expectSelects({ course: 'DE' }, ({ course }) => course.abbreviation === 'DE');
    await expectSelects({ course: 'de' }, ({ course }) => course.abbreviation === 'DE');
    expect(await courses({ course: '99' })).toEqual([]);
  });

  it('by table takes a number, or number and sub-number', async () => {
    await expectSelects({ table: '3' }, ({ table }) => table?.number === '3');
    await expectSelects({ table: '3/2' }, ({ table }) => table?.number === '3' && table.subNumber === '2');
    expect(await courses({ table: '900719925474099312345' })).toEqual([]);
  });

  it('by kind of order and by state', async () => {
    await expectSelects({ orderKind: 'cafeteria' }, ({ orderKind }) => orderKind === 'cafeteria');
    await expectSelects({ orderKind: 'table' }, ({ orderKind }) => orderKind === 'table');
    for (const word of ['STARTED', 'READYFORPICKUP', 'COMPLETED']) {
      const state = `KITCHEN-TICKET-STATE-${word}`;
      await expectSelects({ state }, (ticket) => ticket.state === state);
      await expectSelects({ state: word }, (ticket) => ticket.state === state);
    }
  });

  it('by from and to is half-open', async () => {
    const some = all[60];
    const instant = some?.startedAt ?? '';
    await expectSelects({ from: instant }, (ticket) => instantOf(ticket) >= Date.parse(instant));
    await expectSelects({ to: instant }, (ticket) => instantOf(ticket) < Date.parse(instant));
    const until = new Date(Date.parse(instant) + 1).toISOString();
    await expectSelects({ from: instant, to: until }, (ticket) => ticket.startedAt === instant);
    await expectSelects({ from: instant.replace('Z', '+00:00') }, (ticket) => instantOf(ticket) >= Date.parse(instant));
    expect(await courses({ from: instant, to: instant })).toEqual([]);
  });

  it('by service counts the branch’s own hours: dinner goes on past midnight to the cut-off', async () => {
    const hourOf = (ticket: Ticket) => (new Date(instantOf(ticket)).getUTCHours() + 2) % 24;
    const isDinner = (ticket: Ticket) => hourOf(ticket) >= 16 || hourOf(ticket) < 4;
    await expectSelects({ service: 'lunch' }, (ticket) => hourOf(ticket) >= 11 && hourOf(ticket) < 16);
    await expectSelects({ service: 'Dinner' }, isDinner);
    expect(all.some((ticket) => isDinner(ticket) && hourOf(ticket) < 4)).toBe(true);
    expect(all.some((ticket) => hourOf(ticket) < 11 && hourOf(ticket) >= 4)).toBe(true);
  });

  it('by late splits all courses in two: ready, or still cooking, past the cooking limit', async () => {
    const limitOf = (ticket: Ticket) => (ticket.expectedSeconds ?? 15 * 60) * 1000;
    const isLate = (ticket: Ticket) => {
      const until = ticket.readyAt ?? (ticket.closedAt === null ? new Date(NIGHT).toISOString() : null);
      if (ticket.startedAt === null || until === null) return false;
      return Date.parse(until) - Date.parse(ticket.startedAt) > limitOf(ticket);
    };
    await expectSelects({ late: 'true' }, isLate);
    await expectSelects({ late: 'false' }, (ticket) => !isLate(ticket));
    const late = all.filter(isLate);
    expect(late.some(({ readyAt }) => readyAt === null)).toBe(true);
    expect(late.some(({ expectedSeconds }) => expectedSeconds === null)).toBe(true);
  });

  it('by q looks in table, order number and name, and takes no character for a pattern', async () => {
    const named = (part: string) => (ticket: Ticket) =>
      ticket.table?.name?.toLowerCase().includes(part.toLowerCase()) ?? false;
    for (const part of ['%', '_', "'", '"', '\\', '😀', 'SMITH', ' sure', '100% sure'])
      await expectSelects({ q: part }, named(part));
    expect(await courses({ q: 'o’' })).toEqual([]);
    await expectSelects({ q: '85013' }, ({ orderNumber }) => orderNumber === 85_013);
    await expectSelects({ q: '6506' }, ({ orderNumber }) => orderNumber === 6506);
    const byTable = await courses({ q: '5' });
    expect(byTable.some(({ table }) => table?.number === '5')).toBe(true);
    for (const attack of ["' OR 1=1 --", '%%', '__', '?']) expect(await courses({ q: attack })).toEqual([]);
  });

  it('may be several at once', async () => {
    await expectSelects(
      { course: '1', orderKind: 'table', service: 'dinner', state: 'COMPLETED' },
      (ticket) =>
        ticket.course.number === 1 &&
        ticket.orderKind === 'table' &&
        ticket.state === 'KITCHEN-TICKET-STATE-COMPLETED' &&
        [0, 1, 2, 3, 16, 17, 18, 19, 20, 21, 22, 23].includes((new Date(instantOf(ticket)).getUTCHours() + 2) % 24),
    );
  });
});
