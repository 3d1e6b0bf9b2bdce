import type { CountedRefusal } from '../../contract/deliveries';
import type { UnitVotes } from '../../contract/settings';
import { posOffsetOf, posSkew } from '../../domain/pos-offset';
import { agreedUnit } from '../../domain/preparation-unit';
import type { Core } from '../core';
import { readinessOf } from '../health/readiness';
import type { HealthCounts } from '../reader/findings';

/** The parts of a server that `doctor` examines. */
export type DoctorDeps = Pick<
  Core,
  'boards' | 'config' | 'people' | 'queue' | 'reader' | 'screens' | 'settings' | 'subscriptions'
>;

/** What is examined: the open data folder, and the refusals since the start, null without a running server. */
export type Examined = { deps: DoctorDeps; refusals: (() => CountedRefusal[]) | null };

/** What is good or wrong, and what to do about it. */
export type Finding = { level: 'ok' | 'warn' | 'error'; what: string; why: string; do: string };

export type Examination = { ok: boolean; findings: Finding[] };

/** Examines everything that can go wrong unseen. `ok` when nothing needs to be done. */
export async function examine({ deps, refusals }: Examined): Promise<Examination> {
  const counts = await deps.reader.read('findings', null);
  const findings = [
    ...databaseFindings(counts, await writerPragmas(deps)),
    ...queueFindings(deps),
    ...setUpFindings(deps),
    ...deps.boards
      .branches()
      .flatMap(({ row, leastByMinute }) => [
        clockFinding(row.number, posSkew(leastByMinute)),
        unitFinding(deps, row.number, row.votes),
      ]),
    ...refusalFindings(refusals),
    ...journalFindings(counts),
  ];
  return { ok: findings.every((finding) => finding.level === 'ok'), findings };
}

type Pragmas = { journalMode: string; synchronous: number; foreignKeys: number };

/** How the connection that writes is set; the reader's own settings prove nothing. Null while it cannot write. */
async function writerPragmas({ queue }: Pick<Core, 'queue'>): Promise<Pragmas | null> {
  return queue
    .run(async (sql) => {
      const pragma = async (name: string) =>
        Object.values((await sql.$queryRawUnsafe<Record<string, unknown>[]>(`PRAGMA ${name}`))[0] ?? {})[0];
      return {
        journalMode: String(await pragma('journal_mode')),
        synchronous: Number(await pragma('synchronous')),
        foreignKeys: Number(await pragma('foreign_keys')),
      };
    })
    .catch(() => null);
}

function databaseFindings({ integrity, sqliteVersion, deliveries }: HealthCounts, pragmas: Pragmas | null): Finding[] {
  const isWhole = integrity.length === 1 && integrity[0] === 'ok';
  return [
    // Unknown while the database cannot be written: the finding about the queue says why.
    ...(pragmas === null ? [] : [pragmaFinding(pragmas, sqliteVersion)]),
    isWhole
      ? ok('the database is whole', `integrity_check found nothing; ${deliveries} deliveries are in the journal`)
      : error(
          'the database is damaged',
          integrity.join('; '),
          'stop Heatlamp, copy the data folder, and restore the last backup',
        ),
  ];
}

function pragmaFinding({ journalMode, synchronous, foreignKeys }: Pragmas, sqliteVersion: string): Finding {
  const isSafe = journalMode === 'wal' && synchronous === 2 && foreignKeys === 1;
  return isSafe
    ? ok(
        'the database is set to keep what it acknowledged',
        `SQLite ${sqliteVersion}, journal_mode wal, synchronous FULL, foreign_keys on`,
      )
    : error(
        'the database is not set safely',
        `journal_mode ${journalMode}, synchronous ${synchronous}, foreign_keys ${foreignKeys}`,
        'report this as a bug: Heatlamp sets these itself',
      );
}

/** The state that GET /readyz reports, and what to do. */
function queueFindings({ queue, config }: Pick<Core, 'queue' | 'config'>): Finding[] {
  const state = queue.state();
  const { isSpooling, spoolDeliveries } = state;
  const { reason } = readinessOf(state, false);
  if (reason !== null) return [error('deliveries are refused', reason, `free space and rights in ${config.dataDir}`)];
  if (isSpooling)
    return [
      error(
        'the database cannot be written',
        `${spoolDeliveries} deliveries wait in the spool`,
        `free space and rights in ${config.dataDir}; they go in by themselves`,
      ),
    ];
  if (spoolDeliveries > 0)
    return [
      warn(
        'the spool is not drained yet',
        `${spoolDeliveries} deliveries wait in it, although the database can be written`,
        `wait a moment; where it stays so, the log says why, and ${config.spoolDir} must be writable`,
      ),
    ];
  return [ok('deliveries can be stored', 'the database can be written and the spool is empty')];
}

function setUpFindings(deps: Pick<Core, 'subscriptions' | 'screens' | 'people' | 'config'>): Finding[] {
  const findings: Finding[] = [];
  if (deps.subscriptions().size === 0)
    findings.push(warn('no subscription', 'the POS cannot post anything', 'subscription add --id <the id in the POS>'));
  const live = [...deps.screens().values()].filter((screen) => screen.revokedAt === null);
  if (live.length === 0)
    findings.push(
      warn('no screen', 'nobody can see anything', 'screen add --name "Hot kitchen" --branch 1 --view kitchen'),
    );
  return [...findings, ...managerFindings(deps)];
}

function managerFindings({ people, config }: Pick<Core, 'people' | 'config'>): Finding[] {
  const { managers } = people();
  if (managers.length === 0)
    return [ok('nobody signs in', 'history and reports are for managers: manager add <name> --role owner')];
  if (config.publicUrl?.startsWith('https:')) return [ok('managers sign in', 'by https')];
  return [
    warn(
      'managers sign in over plain http',
      'anyone on the network can read their passwords',
      'put a proxy with https in front, and set PUBLIC_URL and TRUST_PROXY',
    ),
  ];
}

/** `skewMs` is null while there are too few deliveries to know it. */
function clockFinding(branch: number, skewMs: number | null): Finding {
  const seconds = Math.round(Math.abs(skewMs ?? 0) / 1000);
  const isWorthIt = seconds >= 2;
  if (seconds < 60)
    return ok(
      `branch ${branch}: the POS's clock agrees with ours`,
      isWorthIt ? `${seconds} s apart, taken into account` : 'within 2 s, or too few deliveries to know',
    );
  const way = (skewMs ?? 0) > 0 ? 'behind' : 'ahead of';
  const isTakenIntoAccount = posOffsetOf(skewMs) !== 0;
  return warn(
    `branch ${branch}: the POS's clock is ${seconds} s ${way} ours`,
    isTakenIntoAccount
      ? 'timers take it into account, but clocks on paper will differ'
      : 'that is too far off to be a clock: timers go by what the POS says, and are wrong',
    'set both machines to the same time server',
  );
}

function unitFinding({ settings }: Pick<Core, 'settings'>, branch: number, votes: UnitVotes): Finding {
  const unit = settings.unitOf(branch, votes);
  const agreed = agreedUnit(votes);
  const evidence = `finished courses speak for seconds ${votes.seconds}, minutes ${votes.minutes}, milliseconds ${votes.milliseconds}`;
  if (unit === null)
    return warn(
      `branch ${branch}: the unit of the POS's preparation times is not known yet`,
      evidence,
      'wait for 10 finished courses that agree, or set posTimeUnit',
    );
  if (agreed !== null && agreed !== unit)
    return warn(
      `branch ${branch}: preparation times are read as ${unit}, but look like ${agreed}`,
      evidence,
      `setting set posTimeUnit auto --branch ${branch}`,
    );
  return ok(`branch ${branch}: the POS sends preparation times in ${unit}`, evidence);
}

function refusalFindings(refusals: Examined['refusals']): Finding[] {
  if (!refusals) return [ok('refused requests', 'are counted while the server runs; ask again beside it')];
  return refusals().map(({ code, subscriptionId, count, lastAt, hint }: CountedRefusal) => {
    const from = subscriptionId === null ? '' : ` for subscription ${subscriptionId}`;
    const advice =
      code === 'INVALID_SIGNATURE'
        ? 'make secret and encodings here the same as in the POS back office'
        : 'compare the subscription in the POS back office with subscription list';
    return warn(`${count} requests refused with ${code}${from}, the last at ${lastAt}`, hint ?? 'see the log', advice);
  });
}

function journalFindings({ unreadable, twiceKnown }: HealthCounts): Finding[] {
  const findings = twiceKnown.map(({ branch, kind, year, number, orders }) =>
    warn(
      `branch ${branch}: ${kind} order ${number ?? '?'} of ${year ?? '?'} is known as ${orders} orders`,
      'some of its events name it by id and others by number, or once as a table order and once as the cafeteria order beside it',
      'ask the maker of the POS to send the same id with every event; its courses stand on separate tickets meanwhile',
    ),
  );
  if (unreadable.count === 0) return findings;
  const why = `the newest: ${unreadable.newestReason ?? 'no reason'}`;
  return [
    ...findings,
    warn(
      `${unreadable.count} deliveries could not be read`,
      why,
      'deliveries replay --outcome unreadable after an update or a changed setting',
    ),
  ];
}

function ok(what: string, why: string): Finding {
  return { level: 'ok', what, why, do: 'nothing' };
}

function warn(what: string, why: string, remedy: string): Finding {
  return { level: 'warn', what, why, do: remedy };
}

function error(what: string, why: string, remedy: string): Finding {
  return { level: 'error', what, why, do: remedy };
}
