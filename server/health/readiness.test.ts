import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Board } from '../../contract/live';
import { freePort } from '../../tools/harness/postgresql';
import type { Diagnosis } from '../cli/doctor';
import { restore } from '../cli/restore';
import { isOnPostgresql, lockDatabase, newDataFolder, removeDataFolder } from '../testing/data-folder';
import { addProgram } from '../testing/deliveries';
import { eventBody } from '../testing/events';
import { itOnSqlite } from '../testing/it-on-sqlite';
import { signedHeaders } from '../testing/pos-key';
import { type RunningServer, startServer } from '../testing/running-server';
import { readinessOf } from './readiness';

const start = (server: RunningServer) =>
  server.post('kitchenStartCourse', eventBody({ at: Date.now(), course: Math.ceil(Math.random() * 1e6) }));

async function readiness({ url }: RunningServer): Promise<unknown> {
  const answer = await fetch(`${url}/readyz`);
  return { status: answer.status, ...((await answer.json()) as object) };
}

it('is explained in words, also while a server stops', () => {
  expect(readinessOf({ canStore: true, problem: null }, false)).toEqual({ ready: true, reason: null });
  expect(readinessOf({ canStore: true, problem: null }, true)).toEqual({ ready: false, reason: 'it is being stopped' });
  expect(readinessOf({ canStore: false, problem: null }, false)).toMatchObject({
    ready: false,
    reason: expect.stringMatching(/inbox/),
  });
});

it('is what the health check of the image asks for', async () => {
  const [, words = '[]'] = /^HEALTHCHECK .*\\\n +CMD (\[.*\])$/m.exec(readFileSync('deploy/Dockerfile', 'utf8')) ?? [];
  const [program, ...parameters] = JSON.parse(words) as string[];
  const server = await startServer();
  const check = async () => {
    const env = { ...process.env, PORT: new URL(server.url).port };
    const [code] = await once(spawn(process.execPath, parameters, { env, stdio: 'inherit' }), 'exit');
    return code;
  };
  expect([program, await check()]).toEqual(['node', 0]);
  await server.stop();
  expect(await check()).toBe(1);
});

it('is true while the database is away and deliveries stay in the inbox', async () => {
  const server = await startServer();
  let unlock = async () => {};
  try {
    expect(await readiness(server)).toMatchObject({ status: 200, ready: true, reason: null, databaseAway: false });
    unlock = await lockDatabase(server.dataDir);
    expect((await start(server)).status).toBe(200);
    await expect.poll(() => readiness(server)).toMatchObject({ status: 200, ready: true, databaseAway: true });
  } finally {
    await unlock();
    await server.stop();
  }
});

itOnSqlite('is false while no delivery can be stored, and the doctor agrees', async () => {
  const { dataDir, close } = await startServer();
  await close();
  const port = await freePort();
  const env = { ...process.env, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port) };
  const run = (program: string) => `exec "${process.execPath}" "${path.join(inject('builtServer'), program)}"`;
  // No file may grow beyond some megabytes, as on a full disk.
  const command = `ulimit -f 8192; ${run('main.mjs')} --no-pages`;
  const child = spawn('sh', ['-c', command], { env, stdio: 'ignore' });
  const exited = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const unlock = await lockDatabase(dataDir);
  try {
    await expect
      .poll(() =>
        fetch(`${url}/healthz`).then(
          ({ ok }) => ok,
          () => child.exitCode,
        ),
      )
      .toBe(true);
    const body = Buffer.from(eventBody({ at: Date.now(), name: 'x'.repeat(200_000) }));
    const deliver = async () => {
      const init = { method: 'POST', body, headers: signedHeaders(body) };
      return (await fetch(`${url}/webhooks/kitchenStartCourse`, init)).status;
    };
    await expect.poll(deliver).toBe(503);
    const reason = 'neither the database nor the inbox can be written';
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ ready: false, reason });
    const doctor = spawn('sh', ['-c', `${run('heatlamp.mjs')} doctor`], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    expect(await text(doctor.stdout)).toContain('deliveries are refused');
  } finally {
    await unlock();
    child.kill('SIGKILL');
    await exited;
    await removeDataFolder(dataDir);
  }
});

// PostgreSQL looks after its files itself.
const describeOnSqlite = isOnPostgresql() ? () => {} : describe;

describeOnSqlite('with the database’s file', () => {
  let server: RunningServer;
  let file: string;
  let program: string;
  beforeEach(async () => {
    server = await startServer();
    file = server.core.config.databaseFile;
    program = await addProgram(server);
    await start(server);
    // The reader has the file open, and does not open what takes its place.
    await server.core.reader.read('replica', null);
  });
  afterEach(() => server.stop());

  const shown = async () => ((await (await server.get('/api/v1/board', program)).json()) as Board).tickets.length;
  const expectProblem = async (reason: string) => {
    await expect.poll(() => readiness(server)).toMatchObject({ status: 503, ready: false, reason, databaseAway: true });
    const { findings } = await server.command<Diagnosis>('doctor');
    expect(findings).toContainEqual(
      expect.objectContaining({ level: 'error', what: reason, do: expect.stringContaining('put the file back') }),
    );
  };
  const isReady = () => expect.poll(() => readiness(server)).toMatchObject({ status: 200, ready: true, waiting: 0 });

  it('moved, keeps deliveries in the inbox until it is back, and loses none', async () => {
    renameSync(file, `${file}-away`);
    expect((await start(server)).status).toBe(200);
    await expectProblem('the file of the database was moved or deleted');
    expect((await start(server)).status).toBe(200);
    expect(await shown()).toBe(1);
    await expect(server.command('branch set', { number: 1, name: 'Centre' })).rejects.toThrow();
    renameSync(`${file}-away`, file);
    await isReady();
    await expect.poll(shown).toBe(3);
    server = await server.restart();
    expect([await shown(), server.warnings]).toEqual([3, []]);
  });

  it('in a folder that cannot be read, keeps deliveries in the inbox until it can, and loses none', async () => {
    const { dataDir } = server;
    renameSync(dataDir, `${dataDir}-away`);
    // Root may read every folder, but can follow this link no more than anyone else.
    symlinkSync(dataDir, dataDir);
    expect((await start(server)).status).toBe(200);
    const reason = expect.stringMatching(/^the file of the database cannot be reached: .*ELOOP/);
    await expect.poll(() => readiness(server)).toMatchObject({ status: 503, ready: false, reason, databaseAway: true });
    expect((await start(server)).status).toBe(200);
    rmSync(dataDir);
    renameSync(`${dataDir}-away`, dataDir);
    await isReady();
    await expect.poll(shown).toBe(3);
    server = await server.restart();
    expect([await shown(), server.warnings]).toEqual([3, []]);
  });

  it('moved, and put back while the server is stopped, loses nothing', async () => {
    renameSync(file, `${file}-away`);
    await start(server);
    await server.close();
    renameSync(`${file}-away`, file);
    server = await startServer(server.dataDir);
    expect([await shown(), server.warnings]).toEqual([2, []]);
  });

  it('replaced, writes neither to it nor to the old one until that is back', async () => {
    const other = new Database(`${file}-other`);
    other.exec('CREATE TABLE "t" ("id" INTEGER)');
    other.close();
    const bytes = readFileSync(`${file}-other`);
    renameSync(file, `${file}-away`);
    renameSync(`${file}-other`, file);
    await start(server);
    await expectProblem('another file is in the place of the database');
    await expect(server.command('backup', { file: `${file}-saved` })).rejects.toThrow('Nothing was copied');
    expect(readFileSync(file)).toEqual(bytes);
    renameSync(`${file}-away`, file);
    await isReady();
    await expect.poll(shown).toBe(2);
    server = await server.restart();
    expect(await shown()).toBe(2);
  });

  it('deleted, is told from one that was never there, and a backup brings the evening back', async () => {
    const saved = path.join(await newDataFolder('heatlamp-saved-'), 'saved.db');
    await server.command('backup', { file: saved });
    rmSync(file);
    await start(server);
    await expectProblem('the file of the database was moved or deleted');
    await server.close();
    await expect(startServer(server.dataDir)).rejects.toThrow('restore a backup');
    const deps = { config: server.core.config, now: Date.now, newEpoch: () => crypto.randomUUID() };
    await restore({ ...deps, log: { info: () => {}, warn: () => {} } }, saved, () => {});
    server = await startServer(server.dataDir);
    expect(await shown()).toBe(2);
    await removeDataFolder(path.dirname(saved));
  });
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
