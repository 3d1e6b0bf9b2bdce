import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { startPostgresql, startReplica } from '../harness/postgresql';
import { projectRoot } from '../set-up/project-root.mjs';
import type { CheckResult } from './check-branch';
import { checkFolder } from './check-folder';

/**
 * Copies the SQLite of a data folder by `heatlamp copy` into a PostgreSQL from npm, and checks the figures there; with
 * `withReplica` those that a server reads from a replica of it.
 * @param now server time, epoch ms
 */
export async function checkOnPostgresql(
  dataDir: string,
  withReplica: boolean,
  now: () => number = Date.now,
  env: Record<string, string> = {},
): Promise<CheckResult> {
  const postgresql = await startPostgresql();
  try {
    const DATABASE_URL = await postgresql.createDatabase('heatlamp');
    await copy(dataDir, DATABASE_URL);
    if (!withReplica) return await checkFolder(dataDir, now, { ...env, DATABASE_URL });
    const replica = await startReplica(postgresql);
    try {
      return await checkFolder(dataDir, now, { ...env, DATABASE_URL, DATABASE_REPLICA_URL: replica.url('heatlamp') });
    } finally {
      await replica.stop();
    }
  } finally {
    await postgresql.stop();
  }
}

async function copy(dataDir: string, to: string): Promise<void> {
  const { DATABASE_URL: _, ...env } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/cli/main.ts', 'copy', '--to', to], {
    ...{ cwd: projectRoot, env: { ...env, DATA_DIR: dataDir } },
    // Standard output is for the report.
    stdio: ['ignore', process.stderr, process.stderr],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${dataDir} could not be copied`);
  // This PostgreSQL is gone soon, and the folder is to be opened as SQLite again.
  await rm(path.join(dataDir, 'copied-to-postgresql'), { force: true });
}
