import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../harness/postgresql';
import { projectRoot } from '../set-up/project-root.mjs';

let temporary: string;
beforeAll(async () => {
  temporary = mkdtempSync(path.join(tmpdir(), 'heatlamp-try-'));
  await chmod(temporary, 0o755);
});
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

/** Runs the command until it prints the address of the database. */
async function start(...options: string[]): Promise<{ child: ChildProcess; url: string; errors: () => string }> {
  const port = String(await freePort());
  const child = spawn(process.execPath, ['--import', 'tsx', 'tools/postgres/main.ts', '--port', port, ...options], {
    ...{ cwd: projectRoot, env: { ...process.env, TMPDIR: temporary } },
  });
  let [printed, errors] = ['', ''];
  child.stderr.on('data', (text) => {
    errors += text;
  });
  for await (const text of child.stdout) {
    printed += text;
    const url = /DATABASE_URL=(\S+)/.exec(printed)?.[1];
    if (url) return { child, url, errors: () => errors };
  }
  throw new Error(errors);
}

async function query(connectionString: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}

const folders = () => readdirSync(temporary).filter((name) => name.startsWith('heatlamp-postgres-'));

it('the data stays if the server stops by itself, and is gone after Ctrl-C', async () => {
  const first = await start();
  await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS one');
  const folder = path.join(temporary, String(folders()[0]));
  const ended = once(first.child, 'exit');
  process.kill(Number.parseInt(readFileSync(path.join(folder, 'data', 'postmaster.pid'), 'utf8'), 10), 'SIGQUIT');
  expect(await ended).toEqual([1, null]);
  expect(first.errors()).toContain(`npm run postgres -- --data ${folder}`);

  const again = await start('--data', folder);
  expect(await query(again.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
  again.child.kill('SIGINT');
  await once(again.child, 'exit');
  expect(existsSync(path.join(folder, 'data', 'PG_VERSION'))).toBe(true);

  const other = await start();
  expect(folders()).toHaveLength(2);
  other.child.kill('SIGINT');
  await once(other.child, 'exit');
  expect(folders()).toEqual([path.basename(folder)]);
});
