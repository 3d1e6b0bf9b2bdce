import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { afterEach, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../testing/running-server';

const TOKEN = 'what-only-the-monitor-knows';

let server: RunningServer;
afterEach(() => server.stop());

const ask = (headers: Record<string, string> = {}, url = server.url, method = 'GET') =>
  fetch(`${url}/metrics`, { headers, method });

/** Another address of this machine, whose connections do not count as loopback. */
function addressOnTheNetwork(): string | null {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? null;
}

/** fetch does not allow setting the Host header. */
function askedAs(host: string): Promise<number | undefined> {
  return new Promise((resolve, failed) => {
    const sent = request(`${server.url}/metrics`, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once('error', failed);
    sent.end();
  });
}

/** The port on which the server also listens on the network, as `npm start` does. */
async function listenEverywhere(): Promise<number> {
  await new Promise<void>((closed) => server.server.close(() => closed()));
  await new Promise<void>((listening) => server.server.listen(0, '0.0.0.0', listening));
  const address = server.server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

it('is available only to this machine if no token is set', async () => {
  server = await startServer();
  expect((await ask()).status).toBe(200);
  for (const header of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via', 'X-Forwarded-Host']) {
    const refused = await ask({ [header]: '127.0.0.1' });
    expect([header, refused.status]).toEqual([header, 403]);
    expect(await refused.json()).toMatchObject({ status: 403, detail: expect.stringContaining('METRICS_TOKEN') });
  }
  // A proxy without forwarding headers, or a page of another site whose name resolves to this machine.
  expect(await askedAs('kitchen.example.com')).toBe(403);
  expect(await askedAs('localhost:3000')).toBe(200);
  const address = addressOnTheNetwork();
  const port = await listenEverywhere();
  // A machine without a network has no other address.
  const expected = address === null ? [] : [403];
  const statuses = address === null ? [] : [(await ask({}, `http://${address}:${port}`)).status];
  expect(statuses).toEqual(expected);
  expect((await ask({}, `http://127.0.0.1:${port}`)).status).toBe(200);
});

it('requires the token if one is set, also on this machine', async () => {
  server = await startServer(undefined, { METRICS_TOKEN: TOKEN });
  const refused = await ask();
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  for (const authorization of [TOKEN, `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, 'Bearer', `Basic ${TOKEN}`])
    expect((await ask({ Authorization: authorization })).status).toBe(401);
  expect((await ask({ Authorization: `Bearer ${TOKEN}` })).status).toBe(200);
  expect((await ask({ Authorization: `Bearer ${TOKEN}`, 'X-Forwarded-For': '10.0.0.9' })).status).toBe(200);
  expect(server.logged.join('\n')).not.toContain(TOKEN);
});

it('is read only', async () => {
  server = await startServer();
  const posted = await ask({}, server.url, 'POST');
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  const head = await ask({}, server.url, 'HEAD');
  expect([head.status, await head.text()]).toEqual([200, '']);
});
