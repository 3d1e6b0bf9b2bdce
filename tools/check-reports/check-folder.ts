import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Measure } from '../../contract/constants';
import { readConfig } from '../../server/config';
import { createServer, type Heatlamp } from '../../server/create-server';
import { everyCourse } from '../../server/reports/filter';
import { type CheckResult, checkBranch, type PageFigures, type Source } from './check-branch';
import { type BranchRules, parseExport } from './exported-course';
import { exportCourses, fetchSummaries } from './server-client';

type Settings = { key: string; value: string | number }[];
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
