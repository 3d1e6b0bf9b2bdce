import { readdirSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Finding, FindingTopic } from '../../contract/system';
import { toIso } from '../../domain/fact';
import { limitsOf } from '../../domain/sealed';
import { counted, firstOf } from '../../lib/text';
import { DAY_MS } from '../../lib/time';
import { lastBackup } from '../backup/backups';
import type { Config } from '../config';
import type { Core } from '../core';
import { readinessOf } from '../health/readiness';
import { version } from '../project-root';
import type { HealthCounts } from '../reader/findings';
import type { ReplicaState } from '../reader/replica';
import { HEALTH } from '../sql/page-statements';
import { AFTER_DAMAGE, DAMAGED } from '../storage/database-file';
import { shortOf } from '../storage/failure';
import { nameOf } from '../storage/postgresql';

/** The database that a restore replaced. */
const KEPT = /^heatlamp-until-.*\.db$/;

/** Operating systems by Node's names, and how far Heatlamp is tested there. */
const SYSTEMS: Partial<Record<NodeJS.Platform, { name: string; standing: string }>> = {
  linux: { name: 'Linux', standing: 'supported: all tests run on it' },
  darwin: { name: 'macOS', standing: 'should work, but is not tested' },
  win32: { name: 'Windows', standing: 'should work, but is not tested; development needs Linux or macOS' },
};

/** The alert HeatlampDiskFills has the same limit. */
const MIN_FREE_BYTES = 1e9;

const OLD_MS = 2 * DAY_MS;
const REMEDY = 'docs/operating.md, Backups';

type Provider = keyof typeof HEALTH;
type WriterSettings = Record<string, unknown>;

/** The database that the data is in. */
export function providerOf({ databaseUrl }: Pick<Config, 'databaseUrl'>): Provider {
  return databaseUrl === null ? 'sqlite' : 'postgresql';
}

/** Whether the database is intact and safe, and whether deliveries can be stored. */
export async function storageFindings(
  deps: Core,
  integrity: PromiseSettledResult<readonly string[]>,
  counts: PromiseSettledResult<HealthCounts>,
): Promise<Finding[]> {
  const provider = providerOf(deps.config);
  return [
    ...(counts.status === 'fulfilled' ? countFindings(counts.value, await writerSettings(deps), provider) : []),
    integrityFinding(integrity, counts, deps.config),
    ...queueFindings(deps),
  ];
}

/** The settings of the connection that writes, which may differ from those of the reader. Null while it cannot write. */
async function writerSettings(deps: Core): Promise<WriterSettings | null> {
  return deps.queue
    .run(async (sql) => {
      const { safe, limits, setting } = HEALTH[providerOf(deps.config)];
      const settings: WriterSettings = {};
      for (const name of [...Object.keys(safe), ...limits]) {
        const [row] = await sql.$queryRawUnsafe<WriterSettings[]>(setting(name));
        settings[name] = Object.values(row ?? {})[0];
      }
      return settings;
    })
    .catch(() => null);
}

function countFindings(
  { version, lost }: HealthCounts,
  settings: WriterSettings | null,
  provider: Provider,
): Finding[] {
  return [
    // Unknown while the database cannot be written, which another finding reports.
    ...(settings === null ? [] : [settingsFinding(settings, version, provider), ...limitFindings(settings, provider)]),
    ...lost.map(({ from, to }) =>
      warn(
        'lost',
        `acknowledged deliveries are missing between ${toIso(from)} and ${toIso(to)}`,
        'at a start, a file in the data folder was damaged, or was replaced by hand',
        'compare that time with the POS; if it was replaced, restore the file that was there before',
      ),
    ),
  ];
}

function integrityFinding(
  integrity: PromiseSettledResult<readonly string[]>,
  counts: PromiseSettledResult<HealthCounts>,
  { databaseUrl }: Config,
): Finding {
  const failed = [integrity, counts].find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  const problems = integrity.status === 'fulfilled' ? integrity.value.filter((text) => text !== 'ok') : [];
  if (integrity.status === 'fulfilled' && counts.status === 'fulfilled' && problems.length === 0)
    return ok(
      'the database is intact',
      `its own check found no errors in ${counted(counts.value.deliveries, 'delivery', 'deliveries')}`,
    );
  if (databaseUrl !== null && problems.length === 0)
    return error(
      'database',
      'the database cannot be read',
      shortOf(failed?.reason),
      `check that ${nameOf(databaseUrl)} runs and can be reached from this machine; its log says more`,
    );
  // SQLite's check may itself end with an error.
  if (failed && problems.length === 0) problems.push(shortOf(failed.reason));
  return error(
    'database',
    DAMAGED,
    problems.join('; '),
    databaseUrl === null
      ? `stop Heatlamp, copy the data folder, and ${AFTER_DAMAGE}`
      : 'stop Heatlamp, and restore the last backup with pg_restore',
  );
}

function settingsFinding(settings: WriterSettings, version: string, provider: Provider): Finding {
  const { safe } = HEALTH[provider];
  const text = Object.keys(safe)
    .map((name) => `${name} ${settings[name]}`)
    .join(', ');
  if (Object.entries(safe).every(([name, values]) => values.includes(String(settings[name]))))
    return ok('the database settings are safe', `${version}, ${text}`);
  return error(
    'database',
    'the database settings are not safe',
    `${text}: a power failure can lose acknowledged deliveries`,
    provider === 'sqlite' ? 'report this as a bug: Heatlamp sets these itself' : "correct PostgreSQL's configuration",
  );
}

/** Whether a node that hangs frees what it has locked. */
function limitFindings(settings: WriterSettings, provider: Provider): Finding[] {
  const missing = HEALTH[provider].limits.filter((name) => String(settings[name]) === '0');
  if (missing.length === 0) return [];
  return [
    error(
      'database',
      'the time limits of connections are not in force',
      `${missing.map((name) => `${name} 0`).join(', ')}: a node that hangs would keep branches locked for all`,
      'remove options from DATABASE_URL; if there is a pooler, let it pass on the options of connections, or connect directly',
    ),
  ];
}

/** Whether messages between nodes arrive, if there may be several. Unknown while the database does not answer. */
export async function nodeFindings({ config, follower }: Core): Promise<Finding[]> {
  if (config.databaseUrl === null) return [];
  const receives = await follower.receivesMessages().catch(() => null);
  if (receives === null) return [];
  if (receives) return [ok('messages between nodes arrive', 'PostgreSQL brought one back that this node sent')];
  return [
    error(
      'database',
      'messages between nodes do not arrive',
      'PostgreSQL did not bring one back that this node sent, as behind a pooler that shares connections between transactions: screens lag by seconds, and nodes do not know of each other',
      `connect to ${nameOf(config.databaseUrl)} directly, or let the pooler keep sessions (in PgBouncer, pool_mode = session)`,
    ),
  ];
}

/** Whether history and reports come from the replica, if there is one. */
export function replicaFindings({ replicaUrl }: Pick<Config, 'replicaUrl'>, state: ReplicaState | null): Finding[] {
  if (replicaUrl === null || state === null) return [];
  const name = nameOf(replicaUrl);
  if (state.problem !== null)
    return [
      warn(
        'replica',
        `the replica is not used: ${state.problem}`,
        'history and reports are read from the database itself, which also has to take deliveries',
        `check ${name}, and its replication; it is used again once it is less than a minute behind`,
      ),
    ];
  const behind = state.behindMs === null ? 'an unknown time' : `${Math.round(state.behindMs / 1_000)} s`;
  return [ok(`history and reports are read from ${name}`, `it is ${behind} behind`)];
}

function inboxOf({ databaseUrl, inboxFile }: Config): string {
  return databaseUrl === null ? inboxFile : `${inboxFile} and of the table Inbox`;
}

const waits = (deliveries: number) => counted(deliveries, 'delivery waits', 'deliveries wait');

function problemFinding(problem: string, waiting: number, { databaseFile }: Config): Finding {
  if (problem === DAMAGED)
    return error('database', problem, `${waits(waiting)} in the inbox`, `stop Heatlamp, and ${AFTER_DAMAGE}`);
  return error(
    'database',
    problem,
    `${waits(waiting)} in the inbox, and nothing is written to the database`,
    `put the file back as ${databaseFile}, where Heatlamp may read and write it: Heatlamp notices. If it was deleted, stop Heatlamp, and ${AFTER_DAMAGE}`,
  );
}

/** The state that GET /readyz reports, and what to do. */
function queueFindings({ queue, config }: Core): Finding[] {
  const state = queue.state();
  const { canStore, problem, isAway, isBehind, inboxDeliveries, rejected } = state;
  const { reason } = readinessOf(state, false);
  if (canStore && problem !== null) return [problemFinding(problem, inboxDeliveries, config)];
  if (reason !== null)
    return [
      error('cannotStore', 'deliveries are refused', reason, `check free space and permissions in ${config.dataDir}`),
    ];
  if (isAway)
    return [
      error(
        'cannotStore',
        'the database cannot be written',
        `${waits(inboxDeliveries)} in the inbox`,
        config.databaseUrl === null
          ? `check free space and permissions in ${config.dataDir}; they are committed automatically`
          : `check that ${nameOf(config.databaseUrl)} runs and has free space; they are committed automatically`,
      ),
    ];
  if (isBehind)
    return [
      warn(
        'waiting',
        'the inbox is not in the database yet',
        `${waits(inboxDeliveries)} in it, although the database can be written`,
        `wait a moment; if it stays so, see the log, and check ${inboxOf(config)}`,
      ),
    ];
  if (rejected > 0)
    return [
      warn(
        'database',
        'the database rejected deliveries',
        `${counted(rejected, 'delivery', 'deliveries')} in the inbox could not be stored in any form`,
        `report this as a bug, with the log and a copy of ${inboxOf(config)}`,
      ),
    ];
  return [ok('deliveries can be stored', 'the inbox and the database can be written')];
}

/** Whether backups are made, and not only tried. Heatlamp makes none of PostgreSQL. */
export async function backupFindings({ config, now }: Core): Promise<Finding[]> {
  if (config.databaseUrl !== null) return [];
  const last = await lastBackup(config.dataDir);
  if (last === null)
    return [
      hint(
        'noBackup',
        'no backup was made yet',
        'the history and the settings would be lost with the disk',
        `back up every night: ${REMEDY}`,
      ),
    ];
  const made = `the last backup was made at ${toIso(last.at)}`;
  if (now() - last.at <= OLD_MS) return [ok(made, `it is ${last.file}`)];
  return [
    warn(
      'oldBackup',
      `${made}, more than two days ago`,
      `it is ${last.file}; later ones failed, or were not started`,
      `run backup FILE, which says what is wrong; ${REMEDY}, says how to back up every night`,
    ),
  ];
}

/** The system that Heatlamp runs on, and variables of the environment that have no effect. */
export function machineFindings(
  { unknownVariables }: Pick<Config, 'unknownVariables'>,
  { platform, arch, versions }: Pick<NodeJS.Process, 'platform' | 'arch' | 'versions'> = process,
): Finding[] {
  const system = SYSTEMS[platform];
  const runs = `Heatlamp ${version()} runs on ${system?.name ?? platform} (${arch}), Node ${versions.node}`;
  return [
    system
      ? ok(runs, system.standing)
      : warn('system', runs, 'this system is not supported', 'use Linux on x64 or arm64'),
    ...unknownVariables.map(({ name, meant }) =>
      warn(
        'variable',
        `${name} is not a variable of Heatlamp`,
        'it has no effect',
        meant ? `set ${meant} instead` : 'remove it, or correct its name: docs/operating.md, Environment, lists them',
      ),
    ),
  ];
}

/** Whether the disk of the data folder is about to be full. Nothing if it does not say how full it is. */
export async function spaceFindings({ dataDir }: Pick<Config, 'dataDir'>, free = freeBytes): Promise<Finding[]> {
  const bytes = await free(dataDir).catch(() => null);
  if (bytes === null) return [];
  const is = `${(bytes / 1e9).toFixed(1)} GB are free on the disk of ${dataDir}`;
  const why = 'on a full disk, deliveries may be refused';
  if (bytes >= MIN_FREE_BYTES) return [ok(is, why)];
  return [
    warn(
      'disk',
      is,
      why,
      'remove old backups, databases that a restore replaced (heatlamp-until-<time>.db), and logs of other programs',
    ),
  ];
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** F27: what is erased after how long, and what else in the data folder still has it. */
export function privacyFindings({ settings, retention, config, now }: Core): Finding[] {
  const [names, bodies] = [settings.value('nameDays', null), settings.value('bodyDays', null)];
  const limits = limitsOf({ names, bodies }, now());
  if (limits.bodies === null)
    return [ok('names of guests are kept', 'setting set nameDays 30 would erase them after 30 days')];
  const { problem, isRunning, finishedAt, bodies: erasedBodies, names: erasedNames } = retention.state();
  if (problem !== null)
    return [
      warn(
        'privacy',
        'names and bodies past their limits could not be erased',
        problem,
        'it is tried again every minute; if it stays so, see the log, and the findings about the database',
      ),
    ];
  const days = (value: string | number) => (value === 'off' ? 'never' : `after ${value} days`);
  const since = `${erasedNames} names and ${erasedBodies} bodies since the start`;
  const state = isRunning
    ? 'being erased now'
    : finishedAt === null
      ? 'not yet since the start: erasing begins when the clock has not been set for an hour'
      : `the last time at ${toIso(finishedAt)}`;
  return [
    ok(`names are erased ${days(names)}, bodies ${days(bodies)}`, `${state}; ${since}`),
    ...keptFindings(config.dataDir, limits.bodies),
  ];
}

function keptFindings(folder: string, before: number): Finding[] {
  const past = readdirSync(folder).filter(
    (name) =>
      KEPT.test(name) && (statSync(path.join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? before) < before,
  );
  if (past.length === 0) return [];
  return [
    warn(
      'privacy',
      `databases that a restore replaced have names past their limit: ${firstOf(past)}`,
      'they are copies of their day, from which nothing is erased',
      `delete them in ${folder} once nothing of them is needed`,
    ),
  ];
}

export function ok(what: string, why: string): Finding {
  return { level: 'ok', about: null, what, why, do: 'nothing' };
}

export function hint(about: FindingTopic, what: string, why: string, remedy: string): Finding {
  return { level: 'hint', about, what, why, do: remedy };
}

export function warn(about: FindingTopic, what: string, why: string, remedy: string): Finding {
  return { level: 'warn', about, what, why, do: remedy };
}

function error(about: FindingTopic, what: string, why: string, remedy: string): Finding {
  return { level: 'error', about, what, why, do: remedy };
}
