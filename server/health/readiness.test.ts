import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, test } from 'vitest';
import type { Diagnosis } from '../cli/doctor';
import { eventBody } from '../testing/events';
import { KEY, type RunningServer, startServer } from '../testing/running-server';
import { readinessOf } from './readiness';

const start = (server: RunningServer) =>
  server.post('kitchenStartCourse', eventBody({ at: Date.now(), course: Math.ceil(Math.random() * 1e6) }));

async function readiness({ url }: RunningServer): Promise<unknown> {
  const answer = await fetch(`${url}/readyz`);
  return { status: answer.status, ...((await answer.json()) as object) };
}

it('has a reason, also while a server stops', () => {
  expect(readinessOf({ canStore: true }, false)).toEqual({ ready: true, reason: null });
  expect(readinessOf({ canStore: true }, true)).toEqual({ ready: false, reason: 'it is being stopped' });
  expect(readinessOf({ canStore: false }, false)).toMatchObject({
    ready: false,
    reason: expect.stringMatching(/spool/),
  });
});

it('is true while deliveries go to the spool', async () => {
  const server = await startServer();
  const holder = new Database(server.core.config.databaseFile);
  try {
    expect(await readiness(server)).toMatchObject({ status: 200, ready: true, reason: null, spooling: false });
    holder.exec('BEGIN IMMEDIATE');
    expect((await start(server)).status).toBe(200);
    expect(await readiness(server)).toMatchObject({ status: 200, ready: true, spooling: true });
  } finally {
    holder.close();
    await server.stop();
  }
});

/** A device that is always full; only Linux has one. */
test.runIf(process.platform === 'linux')(
  'is false while no delivery can be stored, true again afterwards, and the doctor agrees',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-ready-'));
    mkdirSync(path.join(folder, 'spool'));
    symlinkSync('/dev/full', path.join(folder, 'spool', 'deliveries.jsonl'));
    const server = await startServer(folder);
    await server.command('subscription add', { id: 'heatlamp', ...KEY });
    const holder = new Database(server.core.config.databaseFile);
    const found = async () => {
      const { ok, findings } = await server.command<Diagnosis>('doctor');
      return { ok, what: findings.map(({ what }) => what) };
    };
    try {
      holder.exec('BEGIN IMMEDIATE');
      const refused = await start(server);
      expect([refused.status, await refused.json()]).toMatchObject([503, { error: { code: 'UNAVAILABLE' } }]);
      const reason = 'neither the database nor the spool can be written';
      expect(await readiness(server)).toMatchObject({ status: 503, ready: false, reason });
      const bad = await found();
      expect(bad.ok).toBe(false);
      expect(bad.what).toContain('deliveries are refused');
      // The settings cannot be read from a full disk: that is no separate finding.
      expect(bad.what).not.toContain('the database settings are not safe');
      holder.exec('ROLLBACK');
      await expect.poll(() => readiness(server), { timeout: 5_000 }).toMatchObject({ status: 200, ready: true });
      expect((await found()).what).toContain('deliveries can be stored');
      expect((await start(server)).status).toBe(200);
    } finally {
      holder.close();
      await server.close();
      rmSync(folder, { recursive: true });
    }
  },
);

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
