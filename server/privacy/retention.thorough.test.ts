import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AuditEntry } from '../../contract/audit';
import type { KitchenEvent } from '../../contract/constants';
import type { GuestsErased, GuestVisit, GuestVisits } from '../../contract/guests';
import type { Diagnosis } from '../cli/doctor';
import { isOnPostgresql, readRows } from '../testing/data-folder';
import { addProgram, newestDeliveries } from '../testing/deliveries';
import { type EventFields, eventBody } from '../testing/events';
import { postAuth, signedIn } from '../testing/managers';
import { type RunningServer, startServer } from '../testing/running-server';
import { waitUntilCommitted } from '../testing/stored-state';
import { createRetention } from './retention';

const DAY = 86_400_000;
const MINUTE = 60_000;
/** A Friday at six in the evening, by the branch's wall clock. */
const SIX = Date.parse('2026-06-19T18:00:00+02:00');
const LATER = SIX + 40 * DAY;

let server: RunningServer;
let token: string;
beforeAll(async () => {
  server = await startServer(undefined, {}, SIX);
  token = await addProgram(server, [1]);
});
afterAll(() => server.stop());

async function post(event: KitchenEvent, fields: EventFields): Promise<void> {
  server.setNow(fields.at + 1_000);
  expect((await server.post(event, eventBody(fields))).status).toBe(200);
}

/** A course that was started, became ready and was served, half an hour after `at`. */
async function visit(order: string, tableName: string, at: number, number = 7): Promise<void> {
  const fields = (minutes: number, name: string) => ({
    ...{ at: at + minutes * MINUTE, order, expected: 600 },
    table: { number, subNumber: 1, tableName: name, numberOfGuests: 2 },
  });
  await post('kitchenStartCourse', fields(0, tableName));
  await post('kitchenCompleteCourse', fields(12, tableName));
  await post('kitchenServeCourse', fields(15, `${tableName} junior`));
}

async function answers(): Promise<Record<string, string>> {
  const range = 'branch=1&from=2026-06-01T00:00:00Z&to=2026-08-31T00:00:00Z';
  const paths = {
    summary: `/api/v1/history/summary?${range}&groupBy=course`,
    courses: `/api/v1/history/courses?${range}`,
    csv: `/api/v1/history/courses.csv?${range}`,
    board: '/api/v1/board?branch=1',
  };
  const found: Record<string, string> = {};
  for (const [name, path] of Object.entries(paths)) {
    const answer = await server.get(path, token);
    expect([path, answer.status]).toEqual([path, 200]);
    // The clock is set by weeks: a heartbeat in between takes that for a gap.
    found[name] = (await answer.text()).replaceAll(
      /"(serverTime|epoch|version)":("[^"]*"|\d+),?|"gaps":\[[^\]]*\],?|,\d+(?=,2026-..-.. )/g,
      '',
    );
  }
  return found;
}

/** What is the same once every name is replaced by nothing. */
const nameless = (text: string) =>
  text
    .replaceAll(/"[^"]*(Zonnebloem|Kersenbloesem)[^"]*"/g, 'null')
    .replaceAll(/[^,;\r\n]*(Zonnebloem|Kersenbloesem)[^,;\r\n]*/g, '');

const rows = <Row>(sql: string) => readRows<Row>(server.dataDir, sql);

async function setDays(names: string, bodies = 'off'): Promise<void> {
  await server.command('setting set', { key: 'nameDays', value: names });
  await server.command('setting set', { key: 'bodyDays', value: bodies });
}

async function eraseAt(now: number): Promise<void> {
  server.setNow(now);
  await waitUntilCommitted(server.core);
  await server.core.retention.run();
}

function filesWith(text: string): string[] {
  const files = readdirSync(server.dataDir, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile() && readFileSync(path.join(file.parentPath, file.name)).includes(text))
    .map(({ name }) => name);
}

it('[F27] [F27a] [F27c] erases names and bodies past their limits, and keeps courses and figures', async () => {
  await visit('old', 'Zonnebloem', SIX);
  await server.post('kitchenStartCourse', 'Zonnebloem is no JSON');
  await visit('new', 'Kersenbloesem', LATER - 3 * DAY, 8);
  server.setNow(LATER);
  await waitUntilCommitted(server.core);
  const before = await answers();
  expect(before['courses']).toContain('Zonnebloem junior');

  await eraseAt(LATER);
  expect(await answers()).toEqual(before);

  await setDays('30');
  await eraseAt(LATER);
  const after = await answers();
  for (const [name, text] of Object.entries(after)) {
    expect([name, text.includes('Zonnebloem')]).toEqual([name, false]);
    expect([name, nameless(text)]).toEqual([name, nameless(before[name] ?? '')]);
  }
  expect(after['courses']).toContain('Kersenbloesem junior');
  if (!isOnPostgresql()) expect(filesWith('Zonnebloem')).toEqual([]);
  expect(await rows('SELECT "reason" FROM "Delivery" WHERE "body" = \'\' AND "erasedAt" IS NULL')).toEqual([]);
  const [unread] = await newestDeliveries(server, token, '&outcome=unreadable');
  expect(unread).toMatchObject({ body: null, erasedAt: new Date(LATER).toISOString() });
  await expect(server.command('deliveries replay', { id: unread?.id })).rejects.toThrow('was erased on');
  const replay = await fetch(`${server.url}/api/v1/deliveries/${unread?.id}/replay`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
  });
  expect([replay.status, await replay.json()]).toMatchObject([409, { code: 'erased' }]);
  expect(await server.command('deliveries replay', { outcome: 'unreadable' })).toEqual({ replayed: 0, applied: 0 });
});

it('[F27b] keeps a late fact of a sealed order as ignored, and begins a new order with one after the sealing', async () => {
  const late = { at: SIX + 20 * MINUTE, order: 'old', course: 4 };
  const again = {
    at: LATER + 5 * MINUTE,
    order: 'old',
    course: 4,
    table: { number: 7, subNumber: 1, tableName: 'Irisveld' },
  };
  const courses = async () =>
    (await (await server.get('/api/v1/history/courses?branch=1&from=2026-06-01T00:00:00Z', token)).json()).courses as {
      id: string;
      course: { number: number };
    }[];
  const before = await courses();
  server.setNow(LATER + 6 * MINUTE);
  await server.post('kitchenStartCourse', eventBody(late));
  expect((await newestDeliveries(server, token))[0]).toMatchObject({ outcome: 'ignored', cause: 'sealed' });
  expect(await courses()).toEqual(before);

  await server.post('kitchenStartCourse', eventBody(again));
  expect((await newestDeliveries(server, token))[0]).toMatchObject({ outcome: 'applied' });
  // The facts of the sealed order are late for the new one too, in any order.
  await server.post('kitchenServeCourse', eventBody({ ...late, at: SIX + 25 * MINUTE }));
  await server.post('kitchenCompleteCourse', eventBody({ ...late, at: SIX + 22 * MINUTE }));
  const outcomes = (await newestDeliveries(server, token)).slice(0, 3).map(({ outcome }) => outcome);
  expect(outcomes).toEqual(['ignored', 'ignored', 'applied']);
  const added = (await courses()).filter(({ id }) => !before.some((known) => known.id === id));
  expect(added).toMatchObject([
    { course: { number: 4 }, orderId: 'old', startedAt: new Date(again.at).toISOString(), readyAt: null },
  ]);

  await server.post('kitchenServeCourse', eventBody({ ...again, at: LATER + 6 * MINUTE }));
  const restarted = await server.restart();
  server = restarted;
  expect(await rows(`SELECT count(*) AS "orders" FROM "Order" WHERE "orderId" = 'old'`)).toEqual([{ orders: 2 }]);
});

it('[F27a] goes on after an interruption, and acknowledges deliveries meanwhile', async () => {
  server.setNow(LATER + DAY + MINUTE);
  const bodies = Array.from({ length: 50 }, (_, index) =>
    eventBody({
      ...{ at: LATER + DAY + index * 1_000, order: `many-${index}`, course: 5 },
      table: { number: 100 + index, subNumber: 1, tableName: 'Maanzaad' },
    }),
  );
  const posted = await Promise.all(bodies.map((body) => server.post('kitchenStartCourse', body)));
  expect(posted.filter(({ status }) => status !== 200)).toEqual([]);
  await setDays('off', '10');
  const end = LATER + 20 * DAY;
  server.setNow(end);
  await waitUntilCommitted(server.core);
  const before = await answers();
  const running = server.core.retention.run();
  await expect.poll(() => server.core.retention.state().bodies).toBeGreaterThan(0);
  server = await server.restart();
  await running;

  const rest = server.core.retention.run();
  const body = eventBody({ at: end, order: 'meanwhile', course: 6 });
  expect((await server.post('kitchenStartCourse', body)).status).toBe(200);
  await rest;
  expect(
    await rows(`SELECT "id" FROM "Delivery" WHERE "erasedAt" IS NULL AND "receivedAt" < ${end - 10 * DAY}`),
  ).toEqual([]);
  // Names have no limit now.
  const after = await answers();
  for (const name of ['courses', 'csv']) expect(after[name]).toContain('Maanzaad');
  expect(after['board']).toContain('meanwhile');
  expect(after['summary']).not.toBe('');
  expect(before['csv']).not.toContain('meanwhile');

  await setDays('10', 'off');
  await server.core.retention.run();
  expect((await answers())['courses']).not.toContain('Maanzaad');
  if (!isOnPostgresql()) expect(filesWith('Maanzaad')).toEqual([]);
  const { findings } = await server.command<Diagnosis>('doctor');
  expect(findings.map(({ what }) => what)).toContain('names are erased after 10 days, bodies never');
  expect(server.logged.join()).toContain('names and bodies past their limits were erased {"bodies":');
});

it('[F27d] erases the name of one guest when an owner asks, and notes it without the name', async () => {
  const now = LATER + 21 * DAY;
  await visit('asks', 'Duizendschoon', now, 41);
  await visit('stays', 'Leeuwenbek', now + MINUTE, 42);
  await post('kitchenStartCourse', {
    ...{ at: now + 20 * MINUTE, order: 'eats', course: 1 },
    table: { number: 43, subNumber: 1, tableName: 'Duizendschoon' },
  });
  await server.post('kitchenStartCourse', 'Duizendschoon is no JSON');
  const cookie = await signedIn(server, { name: 'owner', role: 'owner' });
  await fetch(`${server.url}/api/v1/history/courses?branch=1&q=Duizendschoon`, { headers: { cookie } });
  const ask = async (path: string, body: unknown) => {
    const answer = await postAuth(server, `/api/v1/guests/${path}`, body, { cookie });
    return { status: answer.status, ...((await answer.json()) as Partial<GuestVisits & GuestsErased>) };
  };

  const found = await ask('find', { name: 'duizendschoon' });
  expect(found.visits).toMatchObject([
    { name: 'Duizendschoon', table: { number: '43' }, isOpen: true },
    { name: 'Duizendschoon junior', table: { number: '41' }, isOpen: false, courses: 1, guests: 2 },
  ]);
  const day = new Date(now).toISOString().slice(0, 10);
  expect((await ask('find', { day, table: '42' })).visits).toMatchObject([{ name: 'Leeuwenbek junior' }]);
  for (const wrong of [
    {},
    { name: 'x' },
    { day: '2026-02-31' },
    { name: 'Smith', table: 'one' },
    { name: 'Smith', branch: 9 },
  ])
    expect([wrong, (await ask('find', wrong)).status]).toEqual([wrong, 'branch' in wrong ? 404 : 400]);
  for (const wrong of [{ visits: [] }, { visits: ['1'] }, { visits: Array(51).fill(1) }])
    expect((await ask('erase', wrong)).status).toBe(400);

  const [open, over] = (found.visits ?? []).map(({ id }) => id);
  expect(await ask('erase', { visits: [open] })).toMatchObject({ visits: 0, bodies: 0, left: 1 });
  const before = await answers();
  expect(before['board']).toContain('Duizendschoon junior');
  await server.post('kitchenServeCourse', eventBody({ at: now + 21 * MINUTE, order: 'eats', course: 1 }));
  expect(await ask('erase', { visits: [open, over], name: 'Duizendschoon' })).toMatchObject({
    visits: 2,
    bodies: 6,
    left: 0,
  });
  const after = await answers();
  for (const text of Object.values(after)) expect(text).not.toContain('Duizendschoon');
  expect(after['board']).toContain('Leeuwenbek junior');
  if (!isOnPostgresql()) expect(filesWith('Duizendschoon')).toEqual([]);
  expect((await ask('find', { name: 'duizendschoon' })).visits).toEqual([]);

  const entries = await server.command<AuditEntry[]>('audit list', { limit: 1000 });
  const owner = { by: 'owner', via: 'page' };
  expect(entries.filter(({ action }) => action === 'guest-erased').slice(0, 2)).toMatchObject([
    { ...owner, branch: null, after: { visits: 0, bodies: 1 } },
    { ...owner, branch: 1, after: { visits: 2, bodies: 5 } },
  ]);
  expect(JSON.stringify(entries)).not.toContain('Duizendschoon');
  expect(server.logged.join()).not.toContain('Duizendschoon');
  // A queue of the POS may still have it.
  const table = { number: 41, subNumber: 1, tableName: 'Duizendschoon' };
  await server.post('kitchenStartCourse', eventBody({ at: now - MINUTE, order: 'asks', course: 2, table }));
  const [late] = await newestDeliveries(server, token);
  expect(late).toMatchObject({ outcome: 'ignored', cause: 'sealed', body: null, erasedAt: expect.any(String) });
  // By the command line.
  const [visitOf] = await server.command<GuestVisit[]>('guest find', { name: 'leeuwenbek' });
  expect(await server.command('guest erase', { visits: [visitOf?.id] })).toEqual({ visits: 1, bodies: 3, left: 0 });
  await expect(server.command('guest erase', { visits: [1_000_000] })).rejects.toThrow('none of these visits');
});

/**
 * Signs an owner in, and waits until a view of theirs is stored: on PostgreSQL the first entry after an erasure drops every
 * query that waits to be stored, because another node may have erased its text.
 */
async function signedInAfterErasures(name: string): Promise<string> {
  const cookie = await signedIn(server, { name, role: 'owner' });
  await fetch(`${server.url}/api/v1/history/courses?branch=1`, { headers: { cookie } });
  const views = async () =>
    (await server.command<AuditEntry[]>('audit list', { limit: 1000 })).filter(
      ({ by, kind }) => by === name && kind === 'view',
    );
  await expect.poll(views).toHaveLength(1);
  return cookie;
}

it('[F27d] erases the name in deliveries without an order where a value has it, and leaves all others', async () => {
  const at = LATER + 30 * DAY;
  await visit('timmer', 'Timmer', at, 51);
  const bodies = {
    escaped: '{"guest":"\\u0054immer"}',
    nested: '{"a":[{"note":"for timmer, 8 pm"}]}',
    property: '{"eventTimestamp":"yesterday","timmer":1}',
    other: '{"guest":"Zimmer"}',
  };
  for (const body of Object.values(bodies)) await server.post('kitchenStartCourse', body);
  const cookie = await signedInAfterErasures('another owner');
  await fetch(`${server.url}/api/v1/history/courses?branch=1&q=TIMMER`, { headers: { cookie } });
  const ask = (path: string, body: unknown) => postAuth(server, `/api/v1/guests/${path}`, body, { cookie });
  for (const [path, body] of [
    ['find', { name: 'x\0y' }],
    ['erase', { visits: [1], name: '\0x' }],
  ] as const)
    expect([path, (await ask(path, body)).status]).toEqual([path, 400]);
  // The search is stored before it is erased, in another case.
  const searches = async () =>
    (await server.command<AuditEntry[]>('audit list', { limit: 1000 })).filter(({ query }) =>
      /timmer/i.test(query ?? ''),
    );
  await expect.poll(searches).toHaveLength(1);
  const { visits } = (await (await ask('find', { name: 'timmer' })).json()) as GuestVisits;
  const answer = await ask('erase', { visits: visits.map(({ id }) => id), name: 'timmer' });
  expect(await answer.json()).toMatchObject({ visits: 1, bodies: 5 });
  const left = await rows<{ body: Uint8Array }>('SELECT "body" FROM "Delivery"');
  const texts = left.map(({ body }) => Buffer.from(body).toString());
  for (const [name, body] of Object.entries(bodies))
    expect([name, texts.includes(body)]).toEqual([name, name === 'property' || name === 'other']);
  expect(await searches()).toEqual([]);
});

it('[F27d] finds and erases a name in any case of its letters, outside of ASCII too', async () => {
  const at = LATER + 40 * DAY;
  await visit('first', 'Özdemir', at, 61);
  await visit('second', 'ÉMILE', at + MINUTE, 62);
  await visit('third', 'İsmail Weiß', at + 2 * MINUTE, 63);
  const escaped = (unit: string) => `{"guest":"\\${unit}zdemir"}`;
  const bodies = [
    ...['ÖZDEMİR is no JSON', '{"guest":"özdemir"}'],
    ...[escaped('u00d6'), escaped('u00F6'), `${escaped('u00d6')}, is no JSON`],
  ];
  for (const body of bodies) await server.post('kitchenStartCourse', body);
  const cookie = await signedInAfterErasures('a third owner');
  const ask = async <Reply>(path: string, body: unknown) =>
    (await (await postAuth(server, `/api/v1/guests/${path}`, body, { cookie })).json()) as Reply;
  const search = async (name: string) => {
    const answer = await fetch(`${server.url}/api/v1/${name}`, { headers: { cookie } });
    return (await answer.json()) as { courses: unknown[]; deliveries: unknown[]; total: { count: number } };
  };
  const q = (name: string) => `branch=1&q=${encodeURIComponent(name)}`;
  await waitUntilCommitted(server.core);
  const names = ['özdemir', 'ÖZDEMIR', 'émile', 'Émile', 'ismail', 'İSMAİL', 'WEISS', 'weiß', 'ısmaıl weiss'];
  for (const name of names) {
    const { visits } = await ask<GuestVisits>('find', { name });
    expect([name, visits.length]).toEqual([name, 1]);
    expect([name, (await search(`history/courses?${q(name)}`)).courses.length]).toEqual([name, 1]);
  }
  expect((await ask<GuestVisits>('find', { name: 'ozdemir' })).visits).toEqual([]);
  expect((await search(`deliveries?${q('ÖZDEMIR')}&outcome=unreadable`)).deliveries).toHaveLength(bodies.length);

  const searches = async () => {
    const entries = await server.command<AuditEntry[]>('audit list', { limit: 1000 });
    return entries.flatMap(({ query, by }) => (by === 'a third owner' && query?.includes('zdemir') ? query : []));
  };
  await expect.poll(searches).toContain('q=%C3%B6zdemir');
  const { visits } = await ask<GuestVisits>('find', { name: 'Özdemir' });
  const erase = { visits: visits.map(({ id }) => id), name: 'Özdemir' };
  expect(await ask<GuestsErased>('erase', erase)).toEqual({ visits: 1, bodies: 3 + bodies.length, left: 0 });
  expect(await searches()).toEqual([]);
});

it('erases only when the clock has not been set for an hour', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  let aheadMs = 0;
  const now = () => LATER + performance.now() + aheadMs;
  const retention = createRetention({ ...server.core, now, scrub: async () => {} });
  try {
    const minutes = (count: number) => vi.advanceTimersByTime(count * MINUTE);
    minutes(59);
    expect(retention.state()).toMatchObject({ isRunning: false, finishedAt: null });
    aheadMs = 365 * DAY;
    minutes(59);
    expect(retention.state()).toMatchObject({ isRunning: false, finishedAt: null });
    aheadMs = 0;
    minutes(60);
    expect(retention.state()).toMatchObject({ isRunning: false, finishedAt: null });
    minutes(1);
    expect(retention.state()).toMatchObject({ isRunning: true });
    await expect.poll(() => retention.state().finishedAt).not.toBeNull();
  } finally {
    await retention.close();
    vi.useRealTimers();
  }
});
