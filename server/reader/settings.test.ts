import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Author } from '../audit/entry';
import { setSetting } from '../settings/commands';
import { type RunningServer, startServer } from '../testing/running-server';

let server: RunningServer;
beforeEach(async () => {
  server = await startServer();
  for (const number of [1, 2]) await server.command('branch set', { number });
});
afterEach(() => server.stop());

const EVERYWHERE = { branch: null, course: null };
const read = (at: { branch: number | null; course: number | null } = EVERYWHERE, branches = [1, 2]) =>
  server.core.reader.read('settings', { at, branches });

const by = (name: string): Author => ({ by: name, via: 'page', address: null });

it('returns the source of the value of a setting, and its last change at that place', async () => {
  const first = await setSetting(server.core, 'readyLate', '6', {});
  const second = await setSetting(server.core, 'readyLate', '7', { branch: 1 });
  const found = async (at = EVERYWHERE as { branch: number | null; course: number | null }) =>
    (await read(at)).settings.find(({ key }) => key === 'readyLate');
  expect(await found()).toEqual({
    key: 'readyLate',
    value: 6,
    from: 'everywhere',
    otherwise: { value: 4, from: 'default' },
    differing: [{ branch: 1, course: null, value: 7 }],
    mayDiffer: true,
    newest: first.change,
  });
  expect(await found({ branch: 1, course: null })).toMatchObject({ value: 7, from: 'branch', newest: second.change });
  expect(await found({ branch: 1, course: 3 })).toMatchObject({ value: 7, from: 'branch', newest: null });
  await setSetting(server.core, 'readyLate', null, { branch: 1 });
  expect(await found({ branch: 1, course: 3 })).toMatchObject({ value: 6, from: 'everywhere' });
  expect((await found())?.differing).toEqual([]);
});

it('returns the last changes: value before and after, who and when, and which one is in force', async () => {
  server.setNow(Date.parse('2026-06-19T17:00:00Z'));
  await setSetting(server.core, 'readyLate', '6', { branch: 1 }, { author: by('anna') });
  await setSetting(server.core, 'readyLate', '7', { branch: 1 }, { author: by('bert') });
  await setSetting(server.core, 'readyLate', null, { branch: 1 });
  const change = { key: 'readyLate', branch: 1, course: null, at: '2026-06-19T17:00:00.000Z' };
  expect((await read()).changes).toEqual([
    { ...change, id: 3, before: 7, value: null, by: null, isNewest: true },
    { ...change, id: 2, before: 6, value: 7, by: 'bert', isNewest: false },
    { ...change, id: 1, before: null, value: 6, by: 'anna', isNewest: false },
  ]);
});

it('returns nothing about branches of other managers', async () => {
  await setSetting(server.core, 'readyLate', '6', { branch: 2 });
  const { changes, settings } = await read(EVERYWHERE, [1]);
  expect(changes).toEqual([]);
  expect(settings.flatMap(({ differing }) => differing)).toEqual([]);
});

it('returns the evidence of finished courses for the unit of the POS', async () => {
  await server.command('branch set', { number: 1, name: 'Canal', timeZone: 'Europe/Amsterdam', cutOff: '05:30' });
  expect((await read({ branch: 1, course: null })).branch).toEqual({
    number: 1,
    name: 'Canal',
    timeZone: 'Europe/Amsterdam',
    cutOff: '05:30',
    isUnused: true,
    unit: { votes: { seconds: 0, minutes: 0, milliseconds: 0 }, agreed: null, inForce: null },
  });
  await setSetting(server.core, 'posTimeUnit', 'minutes', { branch: 1 });
  expect((await read({ branch: 1, course: null })).branch?.unit).toMatchObject({ agreed: null, inForce: 'minutes' });
  expect((await read()).branch).toBeNull();
  expect((await read({ branch: 9, course: null })).branch).toBeNull();
});
