import { once } from 'node:events';
import { mkdirSync, renameSync, rmdirSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import type { Diagnosis } from '../cli/doctor';
import { lockDatabase } from '../testing/data-folder';
import { eventBody } from '../testing/events';
import { itOnSqlite } from '../testing/it-on-sqlite';
import { type RunningServer, startServer } from '../testing/running-server';
import { readinessOf } from './readiness';

const start = (server: RunningServer) =>
  server.post('kitchenStartCourse', eventBody({ at: Date.now(), course: Math.ceil(Math.random() * 1e6) }));

async function readiness({ url }: RunningServer): Promise<unknown> {
  const answer = await fetch(`${url}/readyz`);
  return { status: answer.status, ...((await answer.json()) as object) };
}

it('is explained in words, also while a server stops', () => {
  expect(readinessOf({ canStore: true }, false)).toEqual({ ready: true, reason: null });
  expect(readinessOf({ canStore: true }, true)).toEqual({ ready: false, reason: 'it is being stopped' });
  expect(readinessOf({ canStore: false }, false)).toMatchObject({
    ready: false,
    reason: expect.stringMatching(/inbox/),
  });
});

it('is true while the database is away and deliveries stay in the inbox', async () => {
  const server = await startServer();
  let unlock = async () => {};
  try {
    expect(await readiness(server)).toMatchObject({ status: 200, ready: true, reason: null, spooling: false });
    unlock = await lockDatabase(server.dataDir);
    expect((await start(server)).status).toBe(200);
    await expect.poll(() => readiness(server)).toMatchObject({ status: 200, ready: true, spooling: true });
  } finally {
    await unlock();
    await server.stop();
  }
});

itOnSqlite('is false while no delivery can be stored, true again afterwards, and the doctor agrees', async () => {
  const server = await startServer();
  const { inboxFile } = server.core.config;
  let unlock = async () => {};
  const found = async () => {
    const { ok, findings } = await server.command<Diagnosis>('doctor');
    return { ok, what: findings.map(({ what }) => what) };
  };
  try {
    unlock = await lockDatabase(server.dataDir);
    renameSync(inboxFile, `${inboxFile}-away`);
    mkdirSync(inboxFile);
    const refused = await start(server);
    expect([refused.status, await refused.json()]).toMatchObject([503, { error: { code: 'UNAVAILABLE' } }]);
    const reason = 'neither the database nor the inbox can be written';
    expect(await readiness(server)).toMatchObject({ status: 503, ready: false, reason });
    const bad = await found();
    expect(bad.ok).toBe(false);
    expect(bad.what).toContain('deliveries are refused');
    await unlock();
    rmdirSync(inboxFile);
    renameSync(`${inboxFile}-away`, inboxFile);
    await expect.poll(() => readiness(server), { timeout: 5_000 }).toMatchObject({ status: 200, ready: true });
    expect((await found()).what).toContain('deliveries can be stored');
    expect((await start(server)).status).toBe(200);
  } finally {
    await unlock();
    await server.stop();
  }
});

it('is false for open connections as soon as the server stops', async () => {
  const server = await startServer();
  const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1' });
  socket.setEncoding('utf8');
  await once(socket, 'connect');
  // An incomplete request keeps the server running until it is answered.
  socket.write('GET /readyz HTTP/1.1\r\n');
  await readiness(server);
  const stopped = server.stop();
  socket.write('Host: here\r\n\r\n');
  const [answer] = await once(socket, 'data');
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  expect(answer).toContain('"reason":"it is being stopped"');
  await stopped;
});
