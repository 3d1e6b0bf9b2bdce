import { afterAll, beforeAll, expect, it } from 'vitest';
import { problemShape } from '../../contract/parts';
import { postAuth, signedIn } from '../testing/managers';
import { KEY, SECRET } from '../testing/pos-key';
import { type RunningServer, startServer } from '../testing/running-server';
import { ENDPOINTS } from './api';

let server: RunningServer;
let owner: Record<string, string>;
beforeAll(async () => {
  server = await startServer();
  await server.command('branch set', { number: 1 });
  owner = { Cookie: await signedIn(server, { name: 'Olga', role: 'owner' }) };
  await server.command('subscription add', { id: 'rotating', ...KEY });
  await server.command('subscription rotate', { id: 'rotating' });
});
afterAll(() => server.stop());

async function refused(path: string, body: unknown): Promise<ReturnType<typeof problemShape.parse>> {
  const answer = await postAuth(server, path, body, owner);
  expect([path, body, answer.ok]).toEqual([path, body, false]);
  return problemShape.parse(await answer.json());
}

const SCREEN = { name: 'Wall', branches: [1], view: 'kitchen' };
const PERSON = { name: 'Bert', role: 'manager', branches: [1] };

it.each([
  ['subscriptions', { id: '' }, 'must be printable ASCII'],
  ['subscriptions', { id: '..' }, 'must not be . or ..'],
  ['subscriptions', { id: 'till', event: 'burn' }, 'burn is not an event of the POS'],
  ['subscriptions', { id: 'till', secret: 'not Base64!' }, 'the secret is not Base64'],
  ['subscriptions', { id: 'heatlamp', secret: SECRET }, 'exists already'],
  ['subscriptions/rotating/rotate', {}, 'finish that rotation first'],
  ['managers', { ...PERSON, name: 'Olga' }, 'Olga already exists'],
  ['managers', { ...PERSON, role: 'owner' }, 'an owner has every branch'],
  ['branches/77/take', {}, 'there is no branch 77'],
  ['settings', { key: 'readyLate', value: 5, course: 1 }, 'branch must be given with course'],
])('a refusal of %s %o does not speak of the command line', async (path, body, expected) => {
  const { detail } = await refused(`/api/v1/${path}`, body);
  expect(detail).toContain(expected);
  expect(detail).not.toMatch(/--|\bsee \w+ list\b|manager reset/);
});

it.each([
  ['screens/1', { ...SCREEN, branches: '1' }, 'branches must be a list'],
  ['screens/1', { ...SCREEN, branches: [1.5] }, 'branches.0 must be an integer'],
  ['screens/1', { ...SCREEN, branches: [3e9] }, 'branches.0 must be at most 2147483647'],
  ['screens/1', { ...SCREEN, branches: Array(101).fill(1) }, 'branches must have at most 100 items'],
  ['screens/1', { ...SCREEN, name: 'x'.repeat(61) }, 'name must be at most 60 characters'],
  ['screens/1', { ...SCREEN, view: 'tv' }, 'view must be one of kitchen, pass, ready, tables, pickup, api'],
  ['screens/1', { name: 'Wall', view: 'kitchen' }, 'branches is missing'],
  ['screens/1', null, 'body must be an object'],
  ['subscriptions', { id: 5 }, 'id must be text'],
  ['subscriptions', { id: 'till', password: SECRET }, 'password is not a member of this body'],
  ['settings', { key: 'readyLate' }, 'value is missing'],
  ['settings', { key: 'readyLate', value: true }, 'value must be text, a number or null'],
  ['branches/1', { create: 'yes' }, 'create must be true or false'],
  ['branches/1/practice', { speed: 3 }, 'speed must be one of 1, 2, 4'],
  ['pair', {}, 'token is missing'],
  ['pair', { token: 'x', code: 'y' }, 'code is not a member of this body'],
  ['../auth/sign-out', { everyone: true }, 'everyone is not a member of this body'],
  ['../auth/sign-in', {}, 'name is missing; password is missing'],
])('a refusal of %s %o names the member and what it must be', async (path, body, detail) => {
  expect(await refused(`/api/v1/${path}`, body)).toMatchObject({ status: 400, detail, code: 'contract' });
});

it.each(['screens/1', 'branches/1', 'managers'])('%s takes no name of several lines or directions', async (path) => {
  const { id } = await server.command<{ id: number }>('screen add', SCREEN);
  for (const name of ['two\nlines', 'two\u2028lines', 'a\u0007bell', '\u202egnal'])
    expect(
      await refused(`/api/v1/${path.replace('screens/1', `screens/${id}`)}`, {
        ...(path === 'screens/1' ? SCREEN : path === 'managers' ? PERSON : {}),
        name,
      }),
    ).toMatchObject({ status: 400, code: 'name', detail: expect.stringContaining('on one line') });
});

const NEEDING_NOTHING = [
  '/api/v1/pairings',
  ...ENDPOINTS.flatMap(({ method, path, body }) =>
    method === 'POST' && (!body || body.safeParse({}).success) ? path.replace(/:\w+/, '1') : [],
  ),
];

it.each(NEEDING_NOTHING)('%s may be posted without a body, and refuses another one', async (path) => {
  const send = (body: string | Uint8Array<ArrayBuffer> | null) =>
    fetch(`${server.url}${path}`, { method: 'POST', body, headers: owner });
  const detailOf = async (body: string | Uint8Array<ArrayBuffer>) =>
    problemShape.parse(await (await send(body)).json()).detail;
  expect(await detailOf('{"surprise": 1}')).toBe('surprise is not a member of this body');
  expect(await detailOf('not JSON')).toBe('The body must be JSON in UTF-8.');
  expect(await detailOf(Buffer.from('"\xff"', 'latin1'))).toBe('The body must be JSON in UTF-8.');
  const empty = await send(null);
  expect([empty.status < 500, await empty.text()]).toEqual([true, expect.not.stringContaining('JSON')]);
});

it('says what is wrong with a body that cannot be read', async () => {
  const post = async (body: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${server.url}/api/v1/settings`, {
      method: 'POST',
      body,
      headers: { ...owner, ...headers },
    });
    return [answer.status, problemShape.parse(await answer.json()).detail];
  };
  expect(await post(' '.repeat(300_000))).toEqual([
    413,
    'The request could not be read: the body is larger than 256 KB.',
  ]);
  expect(await post('{}', { 'Content-Encoding': 'gzip' })).toEqual([
    400,
    'The request could not be read: the body is compressed.',
  ]);
});
