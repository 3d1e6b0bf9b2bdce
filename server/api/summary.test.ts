import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ticket } from '../../contract/live';
import type { GroupFigures, ServesReport } from '../../contract/reports';
import { csvRows } from '../../lib/parse-csv';
import { percentile } from '../../lib/percentile';
import { GROUPINGS } from '../reports/groups';
import type { Summary } from '../reports/summary';
import { addProgram } from '../testing/deliveries';
import { eventBody } from '../testing/events';
import { signedIn } from '../testing/managers';
import { type RunningServer, startServer } from '../testing/running-server';
import { NIGHT, playDay } from '../testing/service-day';

let server: RunningServer;
let token: string;
beforeAll(async () => {
  server = await startServer(undefined, {}, NIGHT);
  token = await addProgram(server);
  await playDay(server);
});
afterAll(() => server.stop());

async function summary(query: Record<string, string> = {}): Promise<GroupFigures[]> {
  const answer = await server.get(`/api/v1/history/summary?${new URLSearchParams(query)}`, token);
  if (answer.status !== 200) throw new Error(await answer.text());
  return ((await answer.json()) as Summary).groups;
}

async function courses(query: Record<string, string> = {}): Promise<Ticket[]> {
  const answer = await server.get(`/api/v1/history/courses?${new URLSearchParams({ limit: '1000', ...query })}`, token);
  return ((await answer.json()) as { courses: Ticket[] }).courses;
}

it('returns one group of all courses by default', async () => {
  const [all, ...others] = await summary();
  expect(others).toEqual([]);
  expect([all?.key, all?.count]).toEqual(['all', 120]);
  const measured = (await courses()).flatMap(({ measuredSeconds }) => measuredSeconds ?? []);
  expect(all?.measured).toBe(measured.length);
  for (const [name, share] of [
    ['p50', 0.5],
    ['p80', 0.8],
    ['p95', 0.95],
  ] as const)
    expect(all?.preparation?.[name]).toBeCloseTo(percentile(measured, share), 5);
  expect(all?.preparation?.max).toBe(Math.max(...measured));
  expect(all?.passWait).toMatchObject({ p50: 120, max: 120 });
});

it.each(GROUPINGS)('by %s counts every course once', async (groupBy) => {
  const groups = await summary({ groupBy });
  expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(120);
  for (const { count, measured, excluded } of groups)
    expect(measured + Object.values(excluded).reduce((sum, of) => sum + of, 0)).toBe(count);
});

it('has the keys of the contract, in order', async () => {
  const keys = async (groupBy: string) => (await summary({ groupBy })).map(({ key }) => key);
  expect(await keys('course')).toEqual(['1', '2', '3']);
  expect(await keys('day')).toEqual(['2026-06-19']);
  expect(await keys('weekday')).toEqual(['5']);
  expect(await keys('service')).toEqual(['none', 'lunch', 'dinner']);
  expect(await keys('kind')).toEqual(['table', 'cafeteria']);
  expect(await keys('party')).toEqual(['2', 'none']);
  expect(await keys('branch')).toEqual(['1']);
  expect((await keys('hour')).map(Number)).toEqual([0, 1, 2, 3, ...Array.from({ length: 19 }, (_, hour) => hour + 5)]);
});

it.each([
  { course: 'MA' },
  { course: '2' },
  { service: 'dinner' },
  { service: 'NONE' },
  { orderKind: 'cafeteria' },
  { late: 'true' },
  { late: 'false' },
  { state: 'READYFORPICKUP' },
  { table: '3' },
  { q: 'smith' },
  { from: '2026-06-19T10:00:00.000Z', to: '2026-06-19T15:04:00.000Z' },
])('with the filter %j covers the courses that history returns for it', async (query) => {
  const [all] = await summary(query);
  const found = await courses(query);
  expect(all?.count).toBe(found.length);
  expect(found.length).toBeGreaterThan(0);
  expect(found.length).toBeLessThan(120);
});

it('has no times without courses', async () => {
  expect(await summary({ q: 'nobody' })).toMatchObject([
    {
      key: 'all',
      label: 'all',
      count: 0,
      measured: 0,
      preparation: null,
      passWait: null,
      gap: null,
      visit: null,
      expected: null,
      lateRate: null,
      excluded: {},
      serves: { n: 0, pressed: 0 },
    },
  ]);
  expect(await summary({ q: 'nobody', groupBy: 'course' })).toEqual([]);
});

it('[F15e] says how often served was pressed, and by workplace', async () => {
  const answer = await server.get('/api/v1/history/serves?course=MA', token);
  const [mains] = await summary({ course: 'MA' });
  const { workplaces, ...total } = (await answer.json()) as ServesReport;
  expect(total).toEqual(mains?.serves);
  expect(workplaces).toEqual([{ workplace: 3, ...total }]);
});

it('applies a changed limit at once, also to past courses', async () => {
  const lateRate = async () => (await summary({ course: 'MA' }))[0]?.lateRate;
  const before = await lateRate();
  await server.command('setting set', { key: 'latePercent', value: '1', branch: 1 });
  expect(await lateRate()).toBe(1);
  await server.command('setting set', { key: 'latePercent', value: '100', branch: 1 });
  expect(await lateRate()).toBe(before);
});

describe('of several branches', () => {
  let both: string;
  beforeAll(async () => {
    await server.post('kitchenStartCourse', eventBody({ at: NIGHT - 60_000, branch: 2, order: null, number: 7 }));
    await server.command('branch set', { number: 2, name: 'Harbour' });
    const wanted = { name: 'Both', branches: [1, 2], view: 'api' };
    both = (await server.command<{ token: string }>('screen add', wanted)).token;
  });
  const ask = (query: string) => server.get(`/api/v1/history/summary?${query}`, both);

  it('lists them next to each other, by name', async () => {
    const { groups } = (await (await ask('groupBy=branch')).json()) as Summary;
    expect(groups.map(({ key, label, count }) => [key, label, count])).toEqual([
      ['1', '1', 120],
      ['2', 'Harbour', 1],
    ]);
    const one = (await (await ask('groupBy=branch&branch=2')).json()) as Summary;
    expect(one.groups.map(({ key }) => key)).toEqual(['2']);
  });

  it('requires a branch otherwise, and returns no other', async () => {
    expect((await ask('')).status).toBe(400);
    expect((await ask('branch=3')).status).toBe(403);
    expect((await ask('branch=3&groupBy=branch')).status).toBe(403);
    expect((await ask('branch=2&groupBy=course')).status).toBe(200);
    expect((await server.get('/api/v1/history/summary?groupBy=branch', token)).status).toBe(200);
    const mine = (await (await server.get('/api/v1/history/summary?groupBy=branch', token)).json()) as Summary;
    expect(mine.groups.map(({ key }) => key)).toEqual(['1']);
  });

  it("returns a manager's own branches", async () => {
    const headers = { Cookie: await signedIn(server, { name: 'bea', branches: [2] }) };
    const answer = await fetch(`${server.url}/api/v1/history/summary?groupBy=branch`, { headers });
    expect(((await answer.json()) as Summary).groups.map(({ key }) => key)).toEqual(['2']);
    expect((await fetch(`${server.url}/api/v1/history/summary?branch=1`, { headers })).status).toBe(403);
  });
});

describe('summary.csv', () => {
  async function table(query: Record<string, string>): Promise<Record<string, string>[]> {
    const answer = await server.get(`/api/v1/history/summary.csv?${new URLSearchParams(query)}`, token);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toContain('heatlamp-figures.csv');
    return csvRows(await answer.text());
  }

  it('has the figures of all courses, then of each group, as in JSON', async () => {
    const query = { from: '2026-06-19T02:00:00Z', to: '2026-06-20T02:00:00Z' };
    const rows = await table({ ...query, groupBy: 'course' });
    const groups = [...(await summary(query)), ...(await summary({ ...query, groupBy: 'course' }))];
    const members = new Set(Object.keys(rows[0] ?? {}).map((column) => column.split('.')[0]));
    expect([...members]).toEqual(['groupBy', ...Object.keys(groups[0] ?? {}), 'from', 'to', 'timeZone']);
    expect(rows.map(({ groupBy, key, count }) => [groupBy, key, Number(count)])).toEqual(
      groups.map(({ key, count }, index) => [index === 0 ? 'none' : 'course', key, count]),
    );
    for (const [index, row] of rows.entries()) {
      expect(Number(row['preparation.p50'])).toBeCloseTo(groups[index]?.preparation?.p50 ?? -1, 1);
      expect(Number(row['passWait.n'])).toBe(groups[index]?.passWait?.n ?? 0);
      expect(Number(row['lateRate'])).toBe(groups[index]?.lateRate ?? -1);
    }
  });

  it('has a service of any name among the services', async () => {
    await server.command('setting set', { key: 'services', value: 'all 11:00', branch: 1 });
    const rows = await table({ groupBy: 'service' });
    expect(rows.map(({ groupBy, key }) => [groupBy, key])).toEqual([
      ['none', 'all'],
      ['service', 'none'],
      ['service', 'all'],
    ]);
    await server.command('setting set', { key: 'services', value: 'default', branch: 1 });
  });

  it('names its days, also in the local time of the branch', async () => {
    const [row] = await table({ from: '2026-06-19T02:00:00Z', to: '2026-06-20T02:00:00Z' });
    expect(row).toMatchObject({
      from: '2026-06-19T02:00:00.000Z',
      'from.local': '2026-06-19 04:00:00',
      'to.local': '2026-06-20 04:00:00',
      timeZone: 'Europe/Amsterdam',
    });
    expect((await table({}))[0]).toMatchObject({ from: '', 'from.local': '' });
  });
});
