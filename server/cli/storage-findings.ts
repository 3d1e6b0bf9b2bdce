import { toIso } from '../../domain/to-iso';
import { counted } from '../../lib/counted';
import type { Config } from '../config';
import type { Core } from '../core';
import { readinessOf } from '../health/readiness';
import type { HealthCounts } from '../reader/findings';
import type { ReplicaState } from '../reader/replica';
import { HEALTH } from '../sql/health-statements';
import { AFTER_DAMAGE, DAMAGED, describeDamage, isDamage } from '../storage/damage';
import { shortOf } from '../storage/failure';
import { nameOf } from '../storage/postgresql';
import { error, type Finding, ok, warn } from './finding';

type Provider = keyof typeof HEALTH;
type WriterSettings = Record<string, unknown>;

/** The database that the data is in. */
export function providerOf({ databaseUrl }: Pick<Config, 'databaseUrl'>): Provider {
  return databaseUrl === null ? 'sqlite' : 'postgresql';
}

/** Whether the database is intact and safe, and whether deliveries can be stored. */
export async function storageFindings(
  deps: Pick<Core, 'queue' | 'config'>,
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
async function writerSettings(deps: Pick<Core, 'queue' | 'config'>): Promise<WriterSettings | null> {
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
  { databaseUrl, databaseFile }: Config,
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
      'the database cannot be read',
      shortOf(failed?.reason),
      `check that ${nameOf(databaseUrl)} runs and can be reached from this machine; its log says more`,
    );
  // SQLite's check may itself end with an error.
  if (failed && problems.length === 0)
    problems.push(isDamage(failed.reason) ? describeDamage(databaseFile) : shortOf(failed.reason));
  return error(
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
      'the time limits of connections are not in force',
      `${missing.map((name) => `${name} 0`).join(', ')}: a node that hangs would keep branches locked for all`,
      'remove options from DATABASE_URL; if there is a pooler, let it pass on the options of connections, or connect directly',
    ),
  ];
}

/** Whether messages between nodes arrive, if there may be several. Unknown while the database does not answer. */
export async function nodeFindings({ config, follower }: Pick<Core, 'config' | 'follower'>): Promise<Finding[]> {
  if (config.databaseUrl === null) return [];
  const receives = await follower.receivesMessages().catch(() => null);
  if (receives === null) return [];
  if (receives) return [ok('messages between nodes arrive', 'PostgreSQL brought one back that this node sent')];
  return [
    error(
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
    return error(problem, `${waits(waiting)} in the inbox`, `stop Heatlamp, and ${AFTER_DAMAGE}`);
  return error(
    problem,
    `${waits(waiting)} in the inbox, and nothing is written to the database`,
    `put the file back as ${databaseFile}, where Heatlamp may read and write it: Heatlamp notices. If it was deleted, stop Heatlamp, and ${AFTER_DAMAGE}`,
  );
}

/** The state that GET /readyz reports, and what to do. */
function queueFindings({ queue, config }: Pick<Core, 'queue' | 'config'>): Finding[] {
  const state = queue.state();
  const { canStore, problem, isAway, isBehind, inboxDeliveries, rejected } = state;
  const { reason } = readinessOf(state, false);
  if (canStore && problem !== null) return [problemFinding(problem, inboxDeliveries, config)];
  if (reason !== null)
    return [error('deliveries are refused', reason, `check free space and permissions in ${config.dataDir}`)];
  if (isAway)
    return [
      error(
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
        'the inbox is not in the database yet',
        `${waits(inboxDeliveries)} in it, although the database can be written`,
        `wait a moment; if it stays so, see the log, and check ${inboxOf(config)}`,
      ),
    ];
  if (rejected > 0)
    return [
      warn(
        'the database rejected deliveries',
        `${counted(rejected, 'delivery', 'deliveries')} in the inbox could not be stored in any form`,
        `report this as a bug, with the log and a copy of ${inboxOf(config)}`,
      ),
    ];
  return [ok('deliveries can be stored', 'the inbox and the database can be written')];
}
