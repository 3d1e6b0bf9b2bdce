import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Ticket } from '../../contract/live';
import { csvRows, parseCsv } from '../../lib/parse-csv';
import { addProgram } from '../testing/deliveries';
import { eventBody } from '../testing/events';
import { signedIn } from '../testing/managers';
import { openConnection } from '../testing/requests';
import { type RunningServer, startServer } from '../testing/running-server';
import { GUESTS, NIGHT, playDay, postAll } from '../testing/service-day';
import { courseFilterOf, courseSlice } from './courses';

let server: RunningServer;
let token: string;
let processWarnings: string[];
const note = (warning: Error) => void processWarnings.push(warning.name);
beforeAll(async () => {
  server = await startServer(undefined, {}, NIGHT);
  token = await addProgram(server, [1, 2]);
  await playDay(server);
});
afterAll(() => server.stop());
beforeEach(() => {
  processWarnings = [];
  server.warnings.length = 0;
  process.on('warning', note);
});
afterEach(() => {
  process.off('warning', note);
  expect(processWarnings).toEqual([]);
});

const csv = (query = '', path = 'courses.csv') =>
  fetch(`${server.url}/api/v1/history/${path}?branch=1${query}`, { headers: { Authorization: `Bearer ${token}` } });

async function jsonOf(query = ''): Promise<Ticket[]> {
  return (await (await csv(`&limit=1000${query}`, 'courses')).json()).courses;
}

async function rowsOf(answer: Response): Promise<Record<string, string>[]> {
  return csvRows(await answer.text());
}

/** The expected cell of a member of a ticket: text that looks like a formula has a quote before it. */
function cell(ticket: Ticket, column: string): string {
  const value = column
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | null)?.[name], ticket);
  const text = Array.isArray(value) ? value.join(' ') : String(value ?? '');
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

it('has the same courses as JSON, in the same order, with every member and the business day', async () => {
  const answer = await csv();
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toContain('attachment');
  const rows = await rowsOf(answer);
  const tickets = await jsonOf();
  expect(rows).toHaveLength(120);
  for (const [index, row] of rows.entries()) {
    const ticket = tickets[index];
    if (!ticket) throw new Error('the table is longer');
    const { businessDay, timeZone, ...cells } = row;
    const instants = Object.fromEntries(Object.entries(cells).filter(([column]) => !column.endsWith('.local')));
    expect(instants).toEqual(Object.fromEntries(Object.keys(instants).map((column) => [column, cell(ticket, column)])));
    expect([businessDay, timeZone]).toEqual(['2026-06-19', 'Europe/Amsterdam']);
  }
  const members = new Set(Object.keys(rows[0] ?? {}).map((column) => column.split('.')[0]));
  expect([...members]).toEqual([...Object.keys(tickets[0] ?? {}), 'timeZone', 'businessDay']);
  const named = Object.keys(rows[0] ?? {}).filter((column) => column.startsWith('course.'));
  expect(named).toEqual(Object.keys(tickets[0]?.course ?? {}).map((member) => `course.${member}`));
});

it('has each step in local time too, in a format that spreadsheets read as a time', async () => {
  const rows = await rowsOf(await csv());
  const last = rows.find(({ startedAt }) => startedAt === '2026-06-20T01:11:00.000Z');
  expect(last).toMatchObject({
    'startedAt.local': '2026-06-20 03:11:00',
    'readyAt.local': '2026-06-20 03:31:00',
    'servedAt.local': '',
  });
});

it('keeps names unchanged, but never writes one that a spreadsheet runs as a formula', async () => {
  const names = new Set((await rowsOf(await csv('&orderKind=table'))).map((row) => row['table.name'] ?? ''));
  for (const guest of GUESTS) expect(names).toContain(/^[=+\-@\t\r]/.test(guest) ? `'${guest}` : guest);
  for (const name of names) expect(name).not.toMatch(/^[=+\-@\t\r]/);
});

it.each(['courses.csv', 'summary.csv'])(
  '%s begins with a byte order mark for people, but not for programs',
  async (path) => {
    const MARK = [0xef, 0xbb, 0xbf];
    const beginning = async (headers: Record<string, string>) =>
      [
        ...new Uint8Array(
          await (await fetch(`${server.url}/api/v1/history/${path}?branch=1`, { headers })).arrayBuffer(),
        ),
      ].slice(0, 3);
    const cookie = await signedIn(server, { name: `Bea for ${path}` });
    expect(await beginning({ Cookie: cookie })).toEqual(MARK);
    expect(await beginning({ Authorization: `Bearer ${token}` })).not.toEqual(MARK);
  },
);

it('accepts the same filters, and ignores limit and cursor', async () => {
  const query = '&course=MA&late=true&service=dinner';
  const ids = (await jsonOf(query)).map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(3);
  expect((await rowsOf(await csv(query))).map(({ id }) => id)).toEqual(ids);
  expect((await rowsOf(await csv(`${query}&limit=1`))).map(({ id }) => id)).toEqual(ids);
});

it('without courses is a header alone', async () => {
  expect(parseCsv(await (await csv('&course=none')).text())).toEqual([expect.arrayContaining(['id', 'businessDay'])]);
});

it('refuses an invalid parameter before the first byte', async () => {
  const answer = await csv('&late=perhaps');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'application/problem+json']);
});

it('streams all of a long history page by page, and stops when the client disconnects', async () => {
  const deliveries = Array.from({ length: 1_100 }, (_, index) => ({
    event: 'kitchenStartCourse',
    body: eventBody({
      branch: 2,
      at: NIGHT - 3_600_000 + index,
      order: `aaaaaaaa-0000-4000-9000-${String(index >> 2).padStart(12, '0')}`,
      table: null,
      course: index,
      name: `Course ${index} ${'😀'.repeat(40)}`,
    }),
  }));
  await postAll(server, deliveries);
  const address = `/api/v1/history/courses.csv?branch=2`;

  const connection = openConnection(server.url);
  connection.write(`GET ${address} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  await connection.firstText();
  connection.destroy();

  const answer = await server.get(address, token);
  expect(answer.headers.get('transfer-encoding')).toBe('chunked');
  const rows = await rowsOf(answer);
  expect(rows.map((row) => row['course.number'])).toEqual(deliveries.map((_, index) => String(1_099 - index)));
  expect(server.warnings).toEqual([]);
});

it('ends early if the reader loses access meanwhile', async () => {
  const { reader, now } = server.core;
  const branch = 1;
  const filter = { ...courseFilterOf(server.core, [branch], {}), branch, tickets: null, leftOut: null, took: null };
  const query = { ...filter, limit: 2, cursor: null, now: now() };
  let isShutOut = false;
  const checkAccess = async () => {
    if (isShutOut) throw new Error('shut out');
  };
  const first = await courseSlice(reader, { filter: query, timeZone: 'UTC' }, checkAccess);
  const second = await first.readNext?.();
  expect([first, second].map((slice) => parseCsv(Buffer.from(slice?.csv ?? []).toString()).length)).toEqual([3, 2]);
  isShutOut = true;
  await expect(second?.readNext?.()).rejects.toThrow('shut out');
});
