import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventBody } from '../../server/testing/events';
import { signedHeaders } from '../../server/testing/pos-key';
import {
  addSubscriptionAndScreens,
  builtServer,
  type ChildServer,
  type DataFolder,
  makeDataFolder,
  signInOwner,
  startServer,
} from '../harness/child-server';
import { freePort } from '../harness/postgresql';
import { startCaddy, startNginx } from './start-nginx';

// The certificates are of an own authority. Of this process, in which nothing else is connected.
process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';

const PROXIES = [
  { proxy: 'nginx', start: startNginx },
  { proxy: 'Caddy', start: startCaddy },
];

describe.each(PROXIES)('behind $proxy', ({ start }) => {
  let work: string;
  let data: DataFolder;
  let server: ChildServer;
  let stopProxy: () => Promise<void>;
  let url: string;
  let token: string;
  let cookies: string;
  let screen: Socket | undefined;

  beforeAll(async () => {
    work = mkdtempSync(path.join(tmpdir(), 'heatlamp-proxy-'));
    data = makeDataFolder();
    const [port, serverPort] = [await freePort(), await freePort()];
    url = `https://localhost:${port}`;
    server = await startServer({
      ...builtServer({ PUBLIC_URL: url, TRUST_PROXY: '127.0.0.1', HOST: '127.0.0.1', PORT: String(serverPort) }),
      folder: data.folder,
    });
    stopProxy = await start(work, port, serverPort);
    [token = ''] = await addSubscriptionAndScreens(data.folder, ['kitchen']);
    await vi.waitFor(() => fetch(`${url}/healthz`), { timeout: 15_000 });
    cookies = await signInOwner(data.folder, url);
  }, 120_000);
  afterAll(async () => {
    screen?.close();
    await stopProxy?.();
    await server?.stop();
    data?.remove();
    rmSync(work, { recursive: true, force: true });
  });

  it('signs a manager in, with a cookie for https only', async () => {
    expect(cookies).toContain('__Host-');
    const response = await fetch(`${url}/api/auth/session`, { headers: { cookie: cookies } });
    expect(await response.json()).toMatchObject({ manager: { name: 'Anna' } });
  });

  const next = (event: string) => new Promise((resolve) => screen?.once(event, resolve));

  it('takes signed deliveries, and passes them on to screens over a WebSocket', async () => {
    const auth = { token, branch: 1, contract: 1 };
    screen = io(url, { transports: ['websocket'], auth, rejectUnauthorized: false });
    await next('connect');
    const change = next('board:changed');
    const body = Buffer.from(eventBody({ at: Date.now() }));
    const answer = await fetch(`${url}/webhooks/kitchenStartCourse`, {
      method: 'POST',
      body,
      headers: signedHeaders(body),
    });
    expect(answer.status).toBe(200);
    expect(await change).toMatchObject({ tickets: [{}] });
  });

  it('keeps a quiet socket open for longer than a proxy waits for a silent server', async () => {
    await new Promise((resolve) => setTimeout(resolve, 65_000));
    expect(screen?.connected).toBe(true);
  }, 90_000);

  it('knows the address of a client, which a client cannot choose', async () => {
    expect(await addressOfDevice({ 'X-Forwarded-For': '203.0.113.9' })).toBe('127.0.0.1');
  });

  /** Asks for a code as a device with these headers. Resolves to the address that a manager sees. */
  async function addressOfDevice(headers: Record<string, string>): Promise<string> {
    const started = await fetch(`${url}/api/v1/pairings`, { method: 'POST', headers: { Origin: url, ...headers } });
    const { code } = (await started.json()) as { code: string };
    const waiting = await fetch(`${url}/api/v1/pairings/${code}`, { headers: { cookie: cookies } });
    return ((await waiting.json()) as { address: string }).address;
  }

  it('sends pages whole, also those that are asked for without a session', async () => {
    const page = await fetch(`${url}/login`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('</html>');
  });

  it.each(['/login', '/api/v1/board', '/nothing'])('tells browsers to ask for %s over https only', async (path) => {
    const { headers } = await fetch(`${url}${path}`);
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=[1-9]\d+$/);
  });

  it('does not write down the guests that managers search for', async () => {
    const page = await fetch(`${url}/manager/history?branch=1&q=Geheim`, { headers: { cookie: cookies } });
    expect(await page.text()).toContain('Geheim');
    const files = readdirSync(work, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const texts = files.map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'utf8'));
    expect(texts.filter((text) => text.includes('Geheim'))).toEqual([]);
  });

  it('begins an export before it is complete', async () => {
    const first = await new Promise<string>((resolve, reject) => {
      get(`${url}/api/v1/history/courses.csv?branch=1`, { headers: { cookie: cookies } }, (response) =>
        response.once('data', (chunk: Buffer) => resolve(chunk.toString())),
      ).once('error', reject);
    });
    expect(first.split(/[\r\n]/)[0]).toContain('course');
  });
});
