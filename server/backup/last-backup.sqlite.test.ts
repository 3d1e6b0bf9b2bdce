import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import type { Diagnosis } from '../cli/doctor';
import { restore } from '../cli/restore';
import { projectRoot } from '../project-root';
import { type RunningServer, startServer } from '../testing/running-server';

const DAY = 86_400_000;

let server: RunningServer;
let folder: string;
let file: string;
beforeEach(async () => {
  [server, folder] = [await startServer(), await mkdtemp(path.join(tmpdir(), 'heatlamp-backup-'))];
  file = path.join(folder, '1.db');
});
afterEach(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs `backup` on the command line. Resolves to what it prints as an error. */
function backUp(): Promise<string> {
  const program = path.join(inject('builtServer'), 'heatlamp.mjs');
  const { PATH } = process.env;
  const env: NodeJS.ProcessEnv = { PATH, NODE_ENV: 'test', DATA_DIR: server.dataDir };
  return new Promise((ended) => {
    execFile(process.execPath, [program, 'backup', file], { cwd: projectRoot(), env }, (_, __, stderr) =>
      ended(stderr),
    );
  });
}

/** What `doctor` says about backups. */
async function finding() {
  const { findings } = await server.command<Diagnosis>('doctor');
  return findings.find(({ what }) => what.includes('backup'));
}

async function lastBackupMetric(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^heatlamp_last_backup_timestamp_seconds (\S+)$/m.exec(text)?.[1]);
}

it('before the first backup there is a hint, and the metric is 0', async () => {
  expect(await finding()).toMatchObject({ level: 'hint', what: 'no backup was made yet' });
  expect(await lastBackupMetric()).toBe(0);
});

it('a backup is reported with its time and its file, after a restore and a restart too, and is a problem after two days', async () => {
  const from = Date.now();
  expect(await backUp()).toBe('');
  const at = (await lastBackupMetric()) * 1_000;
  expect(at).toBeGreaterThanOrEqual(from);
  expect(at).toBeLessThanOrEqual(Date.now());
  const made = `the last backup was made at ${new Date(at).toISOString()}`;
  expect(await finding()).toMatchObject({ level: 'ok', what: made, why: `it is ${file}` });

  await server.close();
  const { config } = server.core;
  const log = { info: () => {}, warn: () => {} };
  await restore({ config, now: Date.now, newEpoch: randomUUID, log }, file, () => {});
  server = await startServer(server.dataDir);
  server.setNow(at + 2 * DAY);
  expect(await finding()).toMatchObject({ level: 'ok', what: made });
  server.setNow(at + 2 * DAY + 1);
  expect(await finding()).toMatchObject({ level: 'warn', what: `${made}, more than two days ago` });
  expect(await lastBackupMetric()).toBe(at / 1_000);
});

it('a backup that fails, or that the command line has not seen, does not count', async () => {
  // Without the command line, which reports a backup to the server only if it sees the file.
  await server.command('backup', { file });
  expect(await backUp()).toContain('already exists');
  expect(await lastBackupMetric()).toBe(0);
});

it('a backup that is made while no server runs counts', async () => {
  await server.close();
  expect(await backUp()).toBe('');
  server = await startServer(server.dataDir);
  expect(await finding()).toMatchObject({ level: 'ok', why: `it is ${file}` });
});

it('if the time cannot be stored, the command says so, and that the backup is complete', async () => {
  await mkdir(path.join(server.dataDir, 'last-backup.json'));
  expect(await backUp()).toContain(`${file} is complete, but doctor will not know of it: `);
  expect((await readFile(file)).subarray(0, 6).toString()).toBe('SQLite');
  expect(await finding()).toMatchObject({ level: 'hint' });
});

it('on a full disk, the time of the backup before stays', async () => {
  await backUp();
  const before = await finding();
  await symlink('/dev/full', path.join(server.dataDir, 'last-backup.json.part'));
  file = path.join(folder, '2.db');
  expect(await backUp()).toContain('doctor will not know of it: Error: ENOSPC');
  expect(await finding()).toEqual(before);
});
