import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../testing/running-server';

let server: RunningServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.stop());

it('answers an unauthenticated request without waiting for the body', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write('POST /webhooks/kitchenStartCourse HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n{');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer.toString()).toContain('NO_SUBSCRIPTION_ID');
});

it('keeps the subscriptions of a server whose clock was set back', async () => {
  const { post, setNow } = server;
  setNow(Date.now() - 3 * 86_400_000);
  expect((await post('aNewEvent', '{}')).status).toBe(200);
});

it('refuses to pin a subscription to an event that the POS does not have', async () => {
  const wanted = { id: 'typo', secretEncoding: 'base64', signatureEncoding: 'base64', algorithm: 'sha256' };
  await expect(server.command('subscription add', { ...wanted, event: 'kitchenStartCours' })).rejects.toThrow(
    'kitchenStartCours is not an event of the POS',
  );
});
