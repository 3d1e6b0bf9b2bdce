import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Measure } from '../../contract/constants';
import { readConfig } from '../../server/config';
import { createServer, type Heatlamp } from '../../server/create-server';
import { everyCourse } from '../../server/reports/filter';
import { startPostgresql, startReplica } from '../harness/postgresql';
import { run } from '../set-up/run.mjs';
import { type CheckResult, checkBranch, type PageFigures, type Source } from './check-branch';
import { type BranchRules, parseExport } from './exported-course';

type Settings = { key: string; value: string | number }[];
const RESPONSE_TIMEOUT_MS = 300_000;
type Branches = { number: number; timeZone: string; cutOff: string }[];

/**
 * Starts a server on a data folder that no other server uses, and checks the figures of the API and of the pages for
 * every branch, against the branch's exported courses. Adds a screen for the export, and revokes it. `env` may name a
 * PostgreSQL, which then has the data.
 * @param now server time, epoch ms
 */
export async function checkFolder(
  dataDir: string,
  now: () => number = Date.now,
  env: Record<string, string> = {},
): Promise<CheckResult> {
  const read = readConfig({ DATA_DIR: dataDir, ...env });
  if (!read.ok) throw new Error(read.problems.join('; '));
  const log = { info: () => {}, warn: () => {} };
  const heatlamp = await createServer({ config: read.config, now, newEpoch: randomUUID, log }, { pages: false });
  try {
    return await checkServer(heatlamp, now);
  } finally {
    await heatlamp.close();
  }
}

async function checkServer(heatlamp: Heatlamp, now: () => number): Promise<CheckResult> {
  heatlamp.server.listen(0, '127.0.0.1');
  await once(heatlamp.server, 'listening');
  const url = `http://127.0.0.1:${(heatlamp.server.address() as AddressInfo).port}`;
  const branches = (await heatlamp.command('branch list')) as Branches;
  const screen = { name: 'check-reports', branches: branches.map(({ number }) => number), view: 'api' };
  const { id, token } = (await heatlamp.command('screen add', screen)) as { id: number; token: string };
  const source: Source = {
    summary: fetchSummaries(url, token),
    page: (branch, of) => pageOf(heatlamp, Number(branch), of),
  };
  const total: CheckResult = { figures: 0, differences: [] };
  let exported = 0;
  for (const branch of branches) {
    const rules = await rulesOf(heatlamp, branch);
    const courses = parseExport(await exportCourses(url, token, branch.number), rules);
    exported += courses.length;
    const result = await checkBranch(courses, rules, source, now());
    total.figures += result.figures;
    total.differences.push(...result.differences);
  }
  await heatlamp.command('screen revoke', { id });
  if (exported === 0) throw new Error('there are no courses to check');
  const replica = await heatlamp.core.reader.read('replica', null);
  if (replica?.isUsed === false) throw new Error(`the figures are not from the replica: ${replica.problem}`);
  return total;
}

/** The branch's own settings; those of single courses are ignored. */
async function rulesOf(heatlamp: Heatlamp, { number, timeZone, cutOff }: Branches[number]): Promise<BranchRules> {
  const settings = (await heatlamp.command('setting list', { branch: number })) as Settings;
  const value = (key: string) => settings.find((setting) => setting.key === key)?.value ?? '';
  const [hours = 0, minutes = 0] = cutOff.split(':').map(Number);
  return {
    timeZone,
    cutOffMinute: hours * 60 + minutes,
    services: String(value('services')),
    latePercent: Number(value('latePercent')),
    fallbackLateMinutes: Number(value('fallbackLate')),
  };
}

function pageOf({ core: { reader } }: Heatlamp, branch: number, of: Measure): Promise<PageFigures> {
  return reader.read('report', { now: everyCourse([branch]), before: null, of, by: 'none', hasMedians: true });
}

/** A function that requests summaries from a running server. */
function fetchSummaries(url: string, token: string): Source['summary'] {
  return async (query) => JSON.parse(await get(url, `/api/v1/history/summary?${new URLSearchParams(query)}`, token));
}

/** Every course of a branch, as CSV. */
function exportCourses(url: string, token: string, branch: number): Promise<string> {
  return get(url, `/api/v1/history/courses.csv?branch=${branch}`, token);
}

/** @throws if the status is not 200 */
async function get(url: string, path: string, token: string): Promise<string> {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(new URL(path, url), { headers, signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} returned ${response.status}: ${text.slice(0, 200)}`);
  return text;
}

/**
 * Copies the SQLite of a data folder by `heatlamp copy` into a PostgreSQL from npm, and checks the figures there; with
 * `withReplica` those that a server reads from a replica of it.
 * @param now server time, epoch ms
 */
export async function checkOnPostgresql(
  dataDir: string,
  withReplica: boolean,
  now: () => number = Date.now,
): Promise<CheckResult> {
  const postgresql = await startPostgresql();
  try {
    const DATABASE_URL = await postgresql.createDatabase('heatlamp');
    await copy(dataDir, DATABASE_URL);
    if (!withReplica) return await checkFolder(dataDir, now, { DATABASE_URL });
    const replica = await startReplica(postgresql);
    try {
      return await checkFolder(dataDir, now, { DATABASE_URL, DATABASE_REPLICA_URL: replica.url('heatlamp') });
    } finally {
      await replica.stop();
    }
  } finally {
    await postgresql.stop();
  }
}

async function copy(dataDir: string, to: string): Promise<void> {
  const args = ['--import', 'tsx', 'server/cli/main.ts', 'copy', '--to', to];
  await run(process.execPath, args, { DATA_DIR: dataDir, DATABASE_URL: '' });
  // This PostgreSQL is gone soon, and the folder is to be opened as SQLite again.
  await rm(path.join(dataDir, 'copied-to-postgresql'), { force: true });
}
