import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  addSubscriptionAndScreens,
  type ChildServer,
  type DataFolder,
  makeDataFolder,
  startServer,
} from '../tools/harness/child-server';
import { eventBody } from './testing/events';
import { signedHeaders } from './testing/pos-key';

/** The server that `npm start` runs, with its pages. */
const program = path.join(inject('builtServer'), 'main.mjs');
const preload = path.join(import.meta.dirname, 'testing', 'throw-in-thread.mjs');

let data: DataFolder;
let server: ChildServer;
let cookie: string;

/** Asks for a page as the paired screen, which has it rendered. */
const page = () => fetch(new URL('/kitchen', server.url), { headers: { cookie } });
const pageStatus = async () => (await page()).status;

async function deliver(): Promise<number> {
  const body = Buffer.from(eventBody({ at: Date.now() }));
  const headers = signedHeaders(body);
  return (await fetch(new URL('/webhooks/kitchenStartCourse', server.url), { method: 'POST', body, headers })).status;
}

/** Has a thread throw. Resolves when the thread knows. */
async function throwIn(thread: 'reader' | 'pages', by: string): Promise<void> {
  const armed = new Promise((resolve) => server.child.once('message', resolve));
  server.child.send({ thread, by });
  await armed;
}

const lines = (text: string) =>
  server
    .output()
    .split('\n')
    .filter((line) => line.includes(text));

describe.each(['exception', 'rejection'] as const)('after an %s that nobody caught', (by) => {
  beforeAll(async () => {
    data = makeDataFolder();
    server = await startServer({ program, preload, folder: data.folder });
    const [token] = await addSubscriptionAndScreens(data.folder, ['kitchen']);
    cookie = `heatlamp_screen=${token}`;
  });
  afterAll(async () => {
    await server.kill();
    data.remove();
  });

  it('has no text of a request in the log, whoever asks with headers of Next', async () => {
    const text = `text-of-a-stranger-${by}`;
    const actions = { 'Next-Action': text, 'Next-Router-State-Tree': text, RSC: '1' };
    for (const method of ['GET', 'POST', 'PUT', 'OPTIONS'])
      for (const to of ['/login', '/kitchen', `/${text}`])
        for (const headers of [actions, { ...actions, cookie }]) {
          const { status } = await fetch(new URL(to, server.url), {
            method,
            headers,
            body: method === 'POST' ? text : null,
          });
          if (!('cookie' in headers)) expect([method, to, status]).not.toEqual([method, to, 500]);
        }
    await fetch(new URL(`/api/v1/${text}`, server.url), { headers: { Host: 'localhost' } });
    expect(await pageStatus()).toBe(200);
    expect(lines(text)).toEqual([]);
  });

  it('in the thread that renders pages, that thread is started again, and deliveries go on', async () => {
    expect(await pageStatus()).toBe(200);
    const ofStranger = await (await fetch(new URL('/login', server.url))).text();
    await throwIn('pages', by);
    const answer = await page();
    expect(answer.status).toBe(503);
    expect([answer.headers.get('retry-after'), answer.headers.get('refresh')]).toEqual(['1', '5']);
    expect(await answer.text()).toContain('orders arrive meanwhile');
    expect(await deliver()).toBe(200);
    expect(await (await fetch(new URL('/login', server.url))).text()).toBe(ofStranger);
    await expect.poll(pageStatus).toBe(200);
    expect(await deliver()).toBe(200);
    await expect
      .poll(() => lines('thrown in pages'))
      .toEqual([expect.stringContaining('the thread that renders pages ended')]);
  });

  it('in the reader thread, the next query starts another', async () => {
    const overview = async () => (await (await fetch(new URL('/overview', server.url))).json()).overview;
    const before = await overview();
    expect(before).toMatchObject({ subscriptions: 1 });
    await throwIn('reader', by);
    await expect.poll(() => lines('thrown in reader')).toEqual([expect.stringContaining('the reader thread ended')]);
    await expect.poll(overview).toEqual(before);
    expect(await deliver()).toBe(200);
  });

  it('in the main thread, the server ends with one line', async () => {
    expect(await pageStatus()).toBe(200);
    server.child.send({ thread: 'main', by });
    expect(await server.ended).toBe(1);
    await expect
      .poll(() => lines('thrown in main'))
      .toEqual([expect.stringContaining('an unexpected error ends Heatlamp')]);
  });
});
