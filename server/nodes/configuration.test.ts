import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Board } from '../../contract/live';
import type { Fleet } from '../../contract/screens';
import { storeLastSeen } from '../screens/last-seen';
import { changeScreen } from '../screens/screens';
import { eventBody } from '../testing/events';
import { cookiesOf, PASSWORD, postAuth, signedIn } from '../testing/managers';
import { connectScreen, type Nodes, openSocket, startNodes } from '../testing/node-pair';
import type { RunningServer } from '../testing/running-server';

const START = 'kitchenStartCourse';

let nodes: Nodes;
let first: RunningServer;
let second: RunningServer;
beforeAll(async () => {
  nodes = await startNodes(null);
  ({ first, second } = nodes);
  await first.post(START, eventBody({ at: at(), order: 'first' }));
});
afterAll(() => nodes.stop());

const at = () => Date.now() - 60_000;

it('has the screens of all nodes, sends them commands, and shuts out one that is revoked', async () => {
  const { id, client } = await connectScreen(first, second, 'pass');
  const cookie = await signedIn(first, { name: 'olga', role: 'owner' });
  const fleet = async () =>
    (await (await fetch(`${first.url}/api/v1/screens`, { headers: { Cookie: cookie } })).json()) as Fleet;
  const post = (path: string, body: object) =>
    postAuth(first, `/api/v1/screens/${id}/${path}`, body, { Cookie: cookie, Origin: first.url });
  await expect.poll(async () => (await fleet()).screens.find((one) => one.id === id)?.state).toBe('live');
  const commands: unknown[] = [];
  client.on('screen:command', (command) => commands.push(command));
  // A node whose connection to the others has just been replaced misses one.
  await expect
    .poll(async () => {
      expect((await post('command', { kind: 'identify' })).status).toBe(200);
      return commands;
    })
    .toContainEqual({ kind: 'identify' });
  const closed = new Promise((done) => client.once('disconnect', done));
  expect((await post('revoke', {})).status).toBe(200);
  expect(await closed).toBe('io server disconnect');
});

it('sends away a screen that it admitted before it knew what another node has changed about it', async () => {
  const { id, token, client } = await connectScreen(first, second, 'kitchen');
  const closed = new Promise((done) => client.once('disconnect', done));
  const change = await first.core.queue.run(async (sql) => {
    await changeScreen(sql, id, { name: 'guests', branches: [1], view: 'pickup' });
    return first.core.reload(sql);
  });
  change();
  expect(await closed).not.toBe('io server disconnect');
  const board = await new Promise<Board>((done) => openSocket(second, token).once('board:snapshot', done));
  expect(board.screen?.view).toBe('pickup');
});

it('learns when a screen of another node was last seen', async () => {
  const { id, client } = await connectScreen(first, first, 'kitchen');
  const screenOf = ({ core }: RunningServer) => [...core.screens().values()].find((screen) => screen.id === id);
  await expect.poll(() => screenOf(first)?.lastSeenAt ?? null).not.toBeNull();
  client.disconnect();
  await expect.poll(() => screenOf(second)).toBeDefined();
  const isAlone = ({ presence }: RunningServer['core']) => [...presence.own()].every(({ screen }) => screen !== id);
  await expect.poll(() => isAlone(first.core)).toBe(true);
  // It is tried again after a minute where PostgreSQL seemed to be away.
  const seenBySecond = async () => {
    for (const { core } of [first, second]) await storeLastSeen(core.queue, core.screens)();
    return screenOf(second)?.lastSeenAt;
  };
  await expect.poll(seenBySecond).toBe(screenOf(first)?.lastSeenAt);
});

it('shares people, sessions and settings', async () => {
  const cookie = await signedIn(first, { name: 'anna' });
  const asks = (node: RunningServer) => fetch(`${node.url}/api/v1/live`, { headers: { Cookie: cookie } });
  expect((await asks(second)).status).toBe(200);
  const answer = await postAuth(
    second,
    '/api/auth/sign-in',
    { name: 'anna', password: PASSWORD },
    { Origin: second.url },
  );
  expect(answer.status).toBe(200);
  const other = { headers: { Cookie: cookiesOf(answer) } };
  expect((await fetch(`${first.url}/api/v1/live`, other)).status).toBe(200);
  await first.command('setting set', { key: 'fallbackLate', value: '3', branch: 1 });
  await second.post(START, eventBody({ at: at(), order: 'limited', expected: null }));
  expect(second.core.settings.value('fallbackLate', 1)).toBe(3);
});
