import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ticket } from '../../contract/live';
import { csvRows } from '../../lib/parse-csv';
import { addProgram } from '../testing/deliveries';
import { eventBody } from '../testing/events';
import { type RunningServer, startServer } from '../testing/running-server';
import { NIGHT, playDay } from '../testing/service-day';

type Page = { courses: Ticket[]; nextCursor: string | null };

let server: RunningServer;
let token: string;
let all: Ticket[];
beforeAll(async () => {
  server = await startServer(undefined, {}, NIGHT);
  token = await addProgram(server);
  await playDay(server);
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

/** Expects a filter to select exactly these courses, at least one and not all. */
async function expectSelects(query: Record<string, string>, matches: (ticket: Ticket) => boolean): Promise<void> {
  const expected = all.filter(matches);
  expect(idsOf(await courses(query))).toEqual(idsOf(expected));
  expect(expected.length).toBeGreaterThan(0);
  expect(expected.length).toBeLessThan(all.length);
}

it('returns every course, newest first, including open ones', () => {
  expect(all).toHaveLength(120);
  const instants = all.map(instantOf);
  expect(instants).toEqual(instants.toSorted((a, b) => b - a));
  expect(new Set(all.map(({ state }) => state)).size).toBe(3);
  expect(all.some(({ closedAt }) => closedAt === null)).toBe(true);
});

it('names the courses of the last seven days once each, in course order', async () => {
  const screen = await server.command<{ token: string }>('screen add', {
    name: 'wall',
    branches: [1],
    view: 'kitchen',
  });
  const answer = await server.get('/api/v1/courses', screen.token);
  const named: { courses: Ticket['course'][] } = await answer.json();
  const numbers = named.courses.map(({ number }) => number);
  expect(numbers).toEqual([...new Set(all.map(({ course }) => course.number))].sort((a, b) => a - b));
  expect(named.courses[0]).toEqual(all.find(({ course }) => course.number === numbers[0])?.course);

  server.setNow(NIGHT + 8 * 86_400_000);
  expect(await (await server.get('/api/v1/courses', screen.token)).json()).toEqual({ courses: [] });
  server.setNow(NIGHT);
});

it('returns exactly the courses that the request names', async () => {
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

  it('have a hundred courses by default', async () => {
    expect((await page()).courses).toHaveLength(100);
  });

  it('continue where the previous one ended, although courses arrived meanwhile', async () => {
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

  it('by service uses the hours of the branch: dinner continues past midnight to the cut-off', async () => {
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

  it('by q searches table, order number and name, and treats no character as a pattern', async () => {
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

  it('by guests, weekday and hour', async () => {
    await expectSelects({ guests: '2' }, ({ table }) => table?.guests === 2);
    expect(await courses({ guests: '3' })).toEqual([]);
    const hourOf = (ticket: Ticket) => (new Date(instantOf(ticket)).getUTCHours() + 2) % 24;
    await expectSelects({ hour: '19' }, (ticket) => hourOf(ticket) === 19);
    await expectSelects({ hour: '1' }, (ticket) => hourOf(ticket) === 1);
    // Friday’s business day continues until the cut-off on Saturday.
    expect(await courses({ weekday: '5' })).toHaveLength(120);
    expect(await courses({ weekday: '6' })).toEqual([]);
  });

  it('by tickets selects exactly those', async () => {
    const some = all.filter((_, index) => index % 30 === 7).map(({ id }) => id);
    await expectSelects({ tickets: some.join(',') }, ({ id }) => some.includes(id));
    await expectSelects(
      { tickets: some.join(','), of: 'preparation' },
      (ticket) => some.includes(ticket.id) && ticket.measuredSeconds !== null,
    );
    expect(await courses({ tickets: '999999-1-1' })).toEqual([]);
  });

  it('can be combined with others', async () => {
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

describe('the courses behind a report', () => {
  let reports: RunningServer;
  let its: string;
  let known: Ticket[];
  const MINUTE = 60_000;
  const order = (index: number) => `bbbbbbbb-0000-4000-8000-${String(index).padStart(12, '0')}`;
  const ask = async (query: Record<string, string> = {}): Promise<Page> => {
    const answer = await reports.get(
      `/api/v1/history/courses?${new URLSearchParams({ limit: '1000', ...query })}`,
      its,
    );
    if (answer.status !== 200) throw new Error(await answer.text());
    return answer.json();
  };
  const idsFor = async (query: Record<string, string>) => idsOf((await ask(query)).courses);
  const expected = (matches: (ticket: Ticket) => boolean) => idsOf(known.filter(matches));
  const number = ({ orderId }: Ticket) => Number(orderId?.slice(-12));

  beforeAll(async () => {
    reports = await startServer(undefined, {}, NIGHT);
    its = await addProgram(reports);
    const post = (event: string, index: number, course: number, minutes: number) =>
      reports.post(event, eventBody({ order: order(index), course, at: NIGHT - 600 * MINUTE + minutes * MINUTE }));
    // Ten orders of two courses; those of the last six were cleared at one instant.
    for (let index = 0; index < 10; index += 1) {
      const isCleared = index >= 4;
      for (const course of [1, 2]) {
        const start = index * 5 + course * 30;
        if (index !== 1) await post('kitchenStartCourse', index, course, start);
        if (index !== 2) await post('kitchenCompleteCourse', index, course, isCleared ? 200 : start + 10 + index);
        if (index !== 3) await post('kitchenServeCourse', index, course, isCleared ? 201 : start + 20 + index);
      }
    }
    known = (await ask()).courses;
  });
  afterAll(() => reports.stop());

  it('are excluded for one reason each, the first that applies', async () => {
    expect(known).toHaveLength(20);
    expect(await idsFor({ leftOut: 'no-start' })).toEqual(expected((ticket) => number(ticket) === 1));
    expect(await idsFor({ leftOut: 'no-ready' })).toEqual(expected((ticket) => number(ticket) === 2));
    expect(await idsFor({ leftOut: 'bulk' })).toEqual(expected((ticket) => number(ticket) >= 4));
    expect(await idsFor({ leftOut: 'auto-closed' })).toEqual(expected((ticket) => number(ticket) === 3));
    expect(await idsFor({ leftOut: 'clock' })).toEqual([]);
    expect(known.filter(({ marks }) => marks.includes('bulk'))).toHaveLength(12);
  });

  it('can be filtered by a half-open range of a measure', async () => {
    expect(await idsFor({ of: 'preparation' })).toEqual(expected((ticket) => [0, 3].includes(number(ticket))));
    expect(await idsFor({ of: 'preparation', atLeast: '600', under: '780' })).toEqual(
      expected((ticket) => number(ticket) === 0),
    );
    expect(await idsFor({ of: 'preparation', atLeast: '601' })).toEqual(expected((ticket) => number(ticket) === 3));
    expect(await idsFor({ of: 'passWait', atLeast: '600' })).toEqual(
      expected((ticket) => [0, 1].includes(number(ticket))),
    );
    expect(await idsFor({ of: 'gap' })).toEqual(
      expected((ticket) => number(ticket) <= 2 && ticket.course.number === 1),
    );
    // An order’s visit is that of each of its courses.
    expect(await idsFor({ of: 'visit', under: '3600' })).toEqual(expected((ticket) => [0, 2].includes(number(ticket))));
    expect(await idsFor({ of: 'visit', course: '1', under: '3600' })).toHaveLength(2);
  });

  it.each(['1', '5', '11', '12', '13'])('come in pages of %s too, each course once', async (limit) => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const next: Page = await ask({ leftOut: 'bulk', limit, ...(cursor === null ? {} : { cursor }) });
      expect(next.courses.length).toBeLessThanOrEqual(Number(limit));
      seen.push(...idsOf(next.courses));
      cursor = next.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(expected((ticket) => number(ticket) >= 4));
  });

  it('are exported in the same way', async () => {
    const csv = await reports.get('/api/v1/history/courses.csv?of=preparation&atLeast=600&under=780', its);
    expect(csvRows(await csv.text()).map(({ id }) => id)).toEqual(expected((ticket) => number(ticket) === 0));
  });

  it.each([
    ['atLeast=600', 'of'],
    ['under=600', 'of'],
    ['of=gap&atLeast=600&under=600', 'under'],
  ])('is refused as %s', async (query, parameter) => {
    const answer = await reports.get(`/api/v1/history/courses?${query}`, its);
    expect(answer.status).toBe(400);
    expect((await answer.json()).errors).toMatchObject([{ parameter }]);
  });
});
