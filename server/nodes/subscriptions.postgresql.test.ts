import { expect, it } from 'vitest';
import type { RefusalList } from '../../contract/deliveries';
import { NEXT_GENERATION } from '../sql/node-statements';
import { readRows } from '../testing/data-folder';
import { eventBody } from '../testing/events';
import { inTurn } from '../testing/in-turn';
import { signedIn } from '../testing/managers';
import { nodesOfFile } from '../testing/node-pair';
import { KEY, signedHeaders } from '../testing/pos-key';
import { send } from '../testing/requests';
import type { RunningServer } from '../testing/running-server';
import { addSubscription } from '../webhooks/subscriptions';

const START = 'kitchenStartCourse';

const nodes = nodesOfFile();

const at = () => Date.now() - 60_000;

it('refuses no delivery for good whose subscription another node has just added', async () => {
  const key = { ...KEY, secret: Buffer.alloc(32, 7).toString('base64') };
  const body = eventBody({ at: at(), order: 'added' });
  const post = (id: string) =>
    send(`${nodes.second.url}/webhooks/${START}`, { headers: signedHeaders(body, { id, key }), body });
  const statusOf = async (id: string) => (await post(id)).status;
  // Without a message to the other nodes.
  await nodes.first.core.queue.run(async (sql) => {
    await addSubscription(sql, { ...key, id: 'silent' }, nodes.first.core.secretBox, Date.now());
    await sql.$queryRawUnsafe(NEXT_GENERATION);
  });
  // A check that takes long also asks the POS to call again.
  await expect.poll(() => statusOf('silent')).toBe(200);
  const unavailable = () => nodes.second.core.refusals.own().find(({ code }) => code === 'UNAVAILABLE');
  const before = unavailable()?.count ?? 0;
  await inTurn(nodes.second, async () => {
    await nodes.first.command('subscription add', { ...key, id: 'added' });
    const answer = await post('added');
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
    expect(JSON.parse(String(answer.body))).toMatchObject({ error: { code: 'UNAVAILABLE' } });
    // It was not known here, so it does not count for that subscription.
    expect(unavailable()).toMatchObject({ subscriptionId: null, count: before + 1 });
  });
  await expect.poll(() => statusOf('added')).toBe(200);
});

it('refuses no delivery for good for a branch that another node has just allowed its subscription', async () => {
  const key = { ...KEY, secret: Buffer.alloc(32, 8).toString('base64') };
  await nodes.first.command('subscription add', { ...key, id: 'widened', branches: [2] });
  const body = eventBody({ at: at(), order: 'widened' });
  const post = () =>
    send(`${nodes.second.url}/webhooks/${START}`, { headers: signedHeaders(body, { id: 'widened', key }), body });
  // A check that takes long asks the POS to call again.
  await expect.poll(async () => (await post()).status).toBe(400);
  await inTurn(nodes.second, async () => {
    await nodes.first.command('subscription limit', { id: 'widened', branches: null });
    const answer = await post();
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
  });
  await expect.poll(async () => (await post()).status).toBe(200);
  const stored = 'SELECT "outcome" FROM "Delivery" WHERE "subscription" = \'widened\' ORDER BY "id"';
  await expect
    .poll(() => readRows(nodes.first.dataDir, stored))
    .toEqual([{ outcome: 'unreadable' }, { outcome: 'applied' }]);
});

it('counts the refused requests of all nodes together', async () => {
  const cookie = await signedIn(nodes.first, { name: 'owner-of-all' });
  const body = eventBody({ at: at(), order: 'refused' });
  const refuse = ({ url }: RunningServer) =>
    send(`${url}/webhooks/${START}`, {
      body,
      headers: signedHeaders(body, { key: { ...KEY, secretEncoding: 'utf8' } }),
    });
  const counted = async ({ url }: RunningServer) => {
    const answer = await fetch(`${url}/api/v1/refusals`, { headers: { Cookie: cookie } });
    const { refusals } = (await answer.json()) as RefusalList;
    // Other tests of this file are refused with other codes.
    const wronglySigned = refusals.filter(({ code }) => code === 'INVALID_SIGNATURE');
    return wronglySigned.map(({ count, finding }) => ({ count, finding }));
  };
  // A check that takes long asks the POS to call again, and counts otherwise.
  for (const node of [nodes.first, nodes.second]) await expect.poll(async () => (await refuse(node)).status).toBe(400);
  const finding = expect.objectContaining({ is: 'signed-otherwise', secretEncoding: 'utf8' });
  for (const node of [nodes.first, nodes.second])
    await expect.poll(() => counted(node)).toEqual([{ count: 2, finding }]);
  const third = await nodes.start();
  await expect.poll(() => counted(third)).toEqual([{ count: 2, finding }]);
});
