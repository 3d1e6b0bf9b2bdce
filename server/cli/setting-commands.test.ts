import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Board } from '../../contract/live';
import { SETTING_KEYS, SETTINGS } from '../../contract/settings';
import { addProgram } from '../testing/deliveries';
import { eventBody } from '../testing/events';
import { signedHeaders } from '../testing/pos-key';
import { type RunningServer, startServer } from '../testing/running-server';
import { type CommandName, runCommand } from './commands';

const MINUTE = 60_000;

let server: RunningServer;
beforeEach(async () => {
  server = await startServer();
  for (const number of [1, 2]) await server.command('branch set', { number });
});
afterEach(() => server.stop());

const set = (key: string, value: string, place: object = {}) => server.command('setting set', { key, value, ...place });
const get = (key: string, place: object = {}) => server.command('setting get', { key, ...place });

async function refusal(name: CommandName, input: object): Promise<string> {
  const answer = await runCommand({ deps: server.core, refusals: null }, name, input);
  if (answer.ok) throw new Error(`${name} was carried out: ${JSON.stringify(input)}`);
  return answer.message;
}

it('the value of a course overrides that of the branch, then that of all branches, then the default', async () => {
  const place = { branch: 1, course: 3 };
  const expectIt = async (value: number, at: object) => expect(await get('latePercent', at)).toMatchObject({ value });
  await expectIt(100, place);
  expect(await set('latePercent', '110')).toEqual({ key: 'latePercent', value: 110, branch: null, course: null });
  await expectIt(110, place);
  await set('latePercent', '120', { branch: 1 });
  await expectIt(120, place);
  expect(await set('latePercent', '130', place)).toEqual({ key: 'latePercent', value: 130, ...place });
  await expectIt(130, place);
  await expectIt(120, { branch: 1, course: 4 });
  await expectIt(120, { branch: 1 });
  await expectIt(110, { branch: 2, course: 3 });
  await set('latePercent', '140', place);
  await expectIt(140, place);
  server = await server.restart();
  await expectIt(140, place);
});

it('default removes a value, and the next wider value is in force again, after a restart too', async () => {
  const place = { branch: 1, course: 3 };
  await set('latePercent', '120', { branch: 1 });
  await set('latePercent', '130', place);
  expect(await set('latePercent', 'default', place)).toEqual({ key: 'latePercent', value: 120, ...place });
  server = await server.restart();
  expect(await get('latePercent', place)).toMatchObject({ value: 120 });
  await set('latePercent', 'default', { branch: 1 });
  expect(await get('latePercent', place)).toMatchObject({ value: 100 });
  expect(await server.command('setting list')).not.toContainEqual(expect.objectContaining({ branch: 1 }));
  for (const key of ['services', 'headerPrefix'] as const)
    expect(await set(key, 'default')).toMatchObject({ value: SETTINGS[key].default });
});

it('list shows every setting, those that differ somewhere, and with a branch its values', async () => {
  await set('readyLate', '6', { branch: 1 });
  await set('readyLate', '7', { branch: 1, course: 2 });
  await set('headerPrefix', 'acme');
  const everywhere = await server.command<{ key: string; branch: number | null }[]>('setting list');
  expect(everywhere.filter(({ branch }) => branch === null).map(({ key }) => key)).toEqual(SETTING_KEYS);
  expect(everywhere).toContainEqual({ key: 'readyLate', value: 4, branch: null, course: null });
  expect(everywhere).toContainEqual({ key: 'readyLate', value: 7, branch: 1, course: 2 });

  const there = await server.command<{ key: string }[]>('setting list', { branch: 1 });
  expect(there.map(({ key }) => key)).toEqual(SETTING_KEYS);
  expect(there).toContainEqual({ key: 'readyLate', value: 6, branch: 1, course: null });
  expect(there).toContainEqual({ key: 'headerPrefix', value: 'acme', branch: null, course: null });
  expect(await server.command('setting list', { branch: 1, course: 2 })).toContainEqual({
    key: 'readyLate',
    value: 7,
    branch: 1,
    course: 2,
  });
});

it('refuses an unknown key, an invalid value, and a scope that the key does not have', async () => {
  for (const key of ['', 'latepercent', 'constructor', '__proto__']) {
    expect(await refusal('setting set', { key, value: '1' })).toContain('no setting');
    expect(await refusal('setting get', { key })).toContain('no setting');
  }
  const wrong: Record<string, string[]> = {
    latePercent: ['', ' ', '0', '1001', 'NaN', 'Infinity', 'much', '1,5'],
    readyLate: ['0', '-1', '1441'],
    readyLeavesWall: ['on', '-1', ''],
    posTimeUnit: ['hours', 'Seconds', ''],
    wallTouch: ['on', ''],
    openingHours: ['', '10-23', '10:00', '25:00-26:00'],
    pathSlip: ['true', ''],
    services: ['', 'lunch', 'lunch 25:00', 'lunch 11:00 dinner', 'lunch 11:00, lunch 12:00', '11:00'],
    headerPrefix: ['', 'X Y', 'a_b', 'é', 'a\nb'],
  };
  for (const [key, values] of Object.entries(wrong)) {
    for (const value of values)
      expect(await refusal('setting set', { key, value })).toMatch(new RegExp(`^${key} must`));
    expect(await get(key)).toMatchObject({ value: SETTINGS[key as keyof typeof SETTINGS].default });
  }
  expect(await refusal('setting set', { key: 'latePercent', value: '90', course: 3 })).toContain(
    'branch must be given',
  );
  expect(await refusal('setting list', { course: 3 })).toContain('branch must be given');
  expect(await refusal('setting set', { key: 'turnOver', value: '9', branch: 1, course: 3 })).toContain('courses');
  const branch = 99;
  for (const [name, input] of [
    ['setting set', { key: 'warnPercent', value: '50', branch }],
    ['setting get', { key: 'warnPercent', branch }],
    ['setting list', { branch }],
    ['guest find', { name: 'Anna', branch }],
  ] as const)
    expect([name, await refusal(name, input)]).toEqual([name, 'there is no branch 99']);
  expect(await refusal('setting set', { key: 'headerPrefix', value: 'a', branch: 1 })).toContain('all branches');
});

it('a changed limit applies to the board’s tickets and tables at once, with the next version', async () => {
  const token = await addProgram(server);
  const now = Date.now();
  server.setNow(now);
  const board = async (): Promise<Board> => (await server.get('/api/v1/board', token)).json();
  await server.post('kitchenStartCourse', eventBody({ at: now - 5 * MINUTE, course: 1 }));
  await server.post('kitchenStartCourse', eventBody({ at: now - 5 * MINUTE, course: 2 }));
  const before = await board();
  expect(before.tables).toMatchObject([{ status: 'TABLE-STATUS-TAKEN' }]);

  await set('fallbackLate', '4', { branch: 1, course: 1 });
  const after = await board();
  expect(after).toMatchObject({ epoch: before.epoch, version: before.version + 1 });
  const lateAt = (minutes: number) => new Date(now - 5 * MINUTE + minutes * MINUTE).toISOString();
  expect(after.tickets.map((ticket) => [ticket.course.number, ticket.lateAt, ticket.version])).toEqual([
    [1, lateAt(4), after.version],
    [2, lateAt(15), after.version],
  ]);
  expect(after.tables).toMatchObject([{ status: 'TABLE-STATUS-TAKEN-AND-TIME-LIMIT-REACHED', version: after.version }]);

  await set('fallbackLate', 'default', { branch: 1, course: 1 });
  const undone = await board();
  expect(undone.tickets.map((ticket) => ticket.lateAt)).toEqual([lateAt(15), lateAt(15)]);
  expect(undone.version).toBe(after.version + 1);
});

it('a change for one branch does not affect the version of another', async () => {
  const token = await addProgram(server, [1, 2]);
  for (const branch of [1, 2]) await server.post('kitchenStartCourse', eventBody({ at: Date.now(), branch }));
  const version = async (branch: number) =>
    (await (await server.get(`/api/v1/board?branch=${branch}`, token)).json()).version;
  const before = [await version(1), await version(2)];
  await set('fallbackLate', '4', { branch: 2 });
  expect([await version(1), await version(2)]).toEqual([before[0], before[1] + 1]);
  await set('fallbackLate', '5');
  expect([await version(1), await version(2)]).toEqual([before[0] + 1, before[1] + 2]);
});

it('a pinned header family is the only one from then on', async () => {
  const body = eventBody({ at: Date.now() });
  const post = async (prefix: string) =>
    (
      await fetch(`${server.url}/webhooks/kitchenStartCourse`, {
        method: 'POST',
        body,
        headers: signedHeaders(body, { prefix }),
      })
    ).status;
  expect([await post('X-Service'), await post('X-Acme')]).toEqual([200, 200]);
  await set('headerPrefix', 'acme');
  expect([await post('X-Service'), await post('X-Acme')]).toEqual([400, 200]);
  await set('headerPrefix', 'any');
  expect(await post('X-Service')).toBe(200);
});

it('the path slip can be turned off for a branch, or for all but one', async () => {
  const token = await addProgram(server, [1, 2]);
  const stateOf = async (branch: number, course: number) => {
    await server.post('kitchenStartCourse', eventBody({ at: Date.now(), branch, course, actual: 58 }));
    const { tickets } = (await (await server.get(`/api/v1/board?branch=${branch}`, token)).json()) as Board;
    return tickets.find((ticket) => ticket.course.number === course)?.state.replace('KITCHEN-TICKET-STATE-', '');
  };
  await set('pathSlip', 'off', { branch: 1 });
  expect([await stateOf(1, 1), await stateOf(2, 1)]).toEqual(['STARTED', 'READYFORPICKUP']);
  await set('pathSlip', 'off');
  await set('pathSlip', 'on', { branch: 1 });
  expect([await stateOf(1, 2), await stateOf(2, 2)]).toEqual(['READYFORPICKUP', 'STARTED']);
});
