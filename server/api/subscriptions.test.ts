import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SubscriptionList } from '../../contract/deliveries';
import { addProgram } from '../testing/deliveries';
import { eventBody } from '../testing/events';
import { signedIn } from '../testing/managers';
import { type RunningServer, SECRET, startServer } from '../testing/running-server';

let server: RunningServer;
let cookie: string;
beforeAll(async () => {
  server = await startServer();
  cookie = await signedIn(server);
});
afterAll(() => server.stop());

const ask = (headers: Record<string, string> = { Cookie: cookie }) =>
  fetch(`${server.url}/api/v1/subscriptions`, { headers });

const HOW = { secretEncoding: 'base64', signatureEncoding: 'base64', algorithm: 'sha256' } as const;

it('shows the agreed options and the time of the last delivery', async () => {
  const before = (await (await ask()).json()) as SubscriptionList;
  expect(before).toMatchObject({
    publicUrl: null,
    headerPrefix: null,
    events: ['kitchenStartCourse', 'kitchenCompleteCourse', 'kitchenServeCourse'],
    subscriptions: [{ id: 'heatlamp', event: null, ...HOW, secrets: 1, oldSecretUntil: null, lastDeliveryAt: null }],
  });
  await server.post('kitchenStartCourse', eventBody({ at: Date.now() - 60_000 }));
  await server.command('subscription add', { id: 'cafe', ...HOW, algorithm: 'sha1', event: 'kitchenServeCourse' });
  await server.command('setting set', { key: 'headerPrefix', value: 'Brand' });
  const after = (await (await ask()).json()) as SubscriptionList;
  expect(after.headerPrefix).toBe('brand');
  expect(after.subscriptions).toMatchObject([
    { id: 'cafe', event: 'kitchenServeCourse', algorithm: 'sha1' },
    { id: 'heatlamp', lastDeliveryAt: expect.any(String) },
  ]);
});

it('counts the valid secrets, and never returns one', async () => {
  const { secret, oldUntil } = await server.command<{ secret: string; oldUntil: string }>('subscription rotate', {
    id: 'heatlamp',
  });
  const answer = await (await ask()).text();
  for (const hidden of [SECRET, secret]) expect(answer).not.toContain(hidden);
  const reply = (await (await ask()).json()) as SubscriptionList;
  expect(reply.subscriptions.at(-1)).toMatchObject({ secrets: 2, oldSecretUntil: oldUntil });
  await server.command('subscription rotate', { id: 'heatlamp', finish: true });
  const finished = (await (await ask()).json()) as SubscriptionList;
  expect(finished.subscriptions.at(-1)).toMatchObject({ secrets: 1, oldSecretUntil: null });
});

it('is open to managers, and to no screen', async () => {
  const token = await addProgram(server);
  expect((await ask({ Authorization: `Bearer ${token}` })).status).toBe(403);
  expect((await ask({})).status).toBe(401);
});
