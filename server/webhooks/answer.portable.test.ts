import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventBody } from '../testing/events';
import { KEY, signedHeaders } from '../testing/pos-key';
import { send } from '../testing/requests';
import { type RunningServer, startServer } from '../testing/running-server';
import { type SigningKey, sign } from './sign';

const NEW_KEY: SigningKey = { ...KEY, secret: Buffer.alloc(32, 7).toString('base64') };
const AT = Date.UTC(2026, 5, 19, 15, 32);

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

let counter = 0;
async function post(key: SigningKey, prefix: string, isReadable = true) {
  counter += 1;
  const body = isReadable ? eventBody({ at: AT + counter, counter }) : `not JSON ${counter}`;
  const headers = signedHeaders(body, { key, prefix });
  return send(`${server.url}/webhooks/kitchenStartCourse`, { body, headers });
}

it('is signed with the key and the prefix of its request, regardless of earlier requests', async () => {
  await server.command('subscription rotate', { id: 'heatlamp', secret: NEW_KEY.secret });
  for (const key of [KEY, NEW_KEY, KEY, NEW_KEY]) {
    for (const prefix of ['X-Service', 'X-Acme']) {
      const applied = await post(key, prefix);
      expect([applied.status, applied.body.toString()]).toEqual([200, '{}']);
      expect(applied.headers[`${prefix.toLowerCase()}-signature`]).toBe(sign(Buffer.from('{}'), key));
      const unreadable = await post(key, prefix, false);
      expect(unreadable.status).toBe(400);
      expect(unreadable.headers[`${prefix.toLowerCase()}-signature`]).toBe(sign(unreadable.body, key));
    }
  }
});

it('is signed only with the new key once a rotation is finished, also after the next rotation', async () => {
  await server.command('subscription rotate', { id: 'heatlamp', finish: true });
  expect((await post(KEY, 'X-Service')).body.toString()).toContain('INVALID_SIGNATURE');
  const { secret } = await server.command<{ secret: string }>('subscription rotate', { id: 'heatlamp' });
  const next = { ...KEY, secret };
  expect((await post(next, 'X-Service')).headers['x-service-signature']).toBe(sign(Buffer.from('{}'), next));
});
