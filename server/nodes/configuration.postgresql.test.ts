import { expect, it } from 'vitest';
import type { Board } from '../../contract/live';
import type { Fleet } from '../../contract/screens';
import { storeLastSeen } from '../screens/last-seen';
import { changeScreen } from '../screens/screens';
import { eventBody } from '../testing/events';
import { cookiesOf, PASSWORD, postAuth, signedIn } from '../testing/managers';
import { connectScreen, nodesOfFile, openSocket } from '../testing/node-pair';
import type { RunningServer } from '../testing/running-server';

const START = 'kitchenStartCourse';

const nodes = nodesOfFile();

const at = () => Date.now() - 60_000;

it('has the screens of all nodes, sends them commands, and shuts out one that is revoked', async () => {
  const { id, client } = await connectScreen(nodes.first, nodes.second, 'pass');
  const cookie = await signedIn(nodes.first, { name: 'olga', role: 'owner' });
  const fleet = async () =>
    (await (await fetch(`${nodes.first.url}/api/v1/screens`, { headers: { Cookie: cookie } })).json()) as Fleet;
  const post = (path: string, body: object) =>
    postAuth(nodes.first, `/api/v1/screens/${id}/${path}`, body, { Cookie: cookie, Origin: nodes.first.url });
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
  const { id, token, client } = await connectScreen(nodes.first, nodes.second, 'kitchen');
  const closed = new Promise((done) => client.once('disconnect', done));
  const change = await nodes.first.core.queue.run(async (sql) => {
    await changeScreen(sql, id, { name: 'guests', branches: [1], view: 'pickup' });
    return nodes.first.core.reload(sql);
  });
  change();
  expect(await closed).not.toBe('io server disconnect');
  const board = await new Promise<Board>((done) => openSocket(nodes.second, token).once('board:snapshot', done));
  expect(board.screen?.view).toBe('pickup');
});

it('learns when a screen of another node was last seen', async () => {
  const { id, client } = await connectScreen(nodes.first, nodes.first, 'kitchen');
  const screenOf = ({ core }: RunningServer) => [...core.screens().values()].find((screen) => screen.id === id);
  await expect.poll(() => screenOf(nodes.first)?.lastSeenAt ?? null).not.toBeNull();
  client.disconnect();
  await expect.poll(() => screenOf(nodes.second)).toBeDefined();
  const isAlone = ({ presence }: RunningServer['core']) => [...presence.own()].every(({ screen }) => screen !== id);
  await expect.poll(() => isAlone(nodes.first.core)).toBe(true);
  // It is tried again after a minute where PostgreSQL seemed to be away.
  const seenBySecond = async () => {
    for (const { core } of [nodes.first, nodes.second]) await storeLastSeen(core.queue, core.screens)();
    return screenOf(nodes.second)?.lastSeenAt;
  };
  await expect.poll(seenBySecond).toBe(screenOf(nodes.first)?.lastSeenAt);
});

it('shares people, sessions and settings', async () => {
  const cookie = await signedIn(nodes.first, { name: 'anna' });
  const asks = (node: RunningServer) => fetch(`${node.url}/api/v1/live`, { headers: { Cookie: cookie } });
  expect((await asks(nodes.second)).status).toBe(200);
  const answer = await postAuth(
    nodes.second,
    '/api/auth/sign-in',
    { name: 'anna', password: PASSWORD },
    { Origin: nodes.second.url },
  );
  expect(answer.status).toBe(200);
  const other = { headers: { Cookie: cookiesOf(answer) } };
  expect((await fetch(`${nodes.first.url}/api/v1/live`, other)).status).toBe(200);
  await nodes.first.command('setting set', { key: 'fallbackLate', value: '3', branch: 1 });
  await nodes.second.post(START, eventBody({ at: at(), order: 'limited', expected: null }));
  expect(nodes.second.core.settings.value('fallbackLate', 1)).toBe(3);
});
