import { randomUUID } from 'node:crypto';
import { SETTINGS, type SettingKey } from '../../contract/settings';
import { mayHaveMissed } from '../../domain/gap';
import { messageAboutAll } from '../board/branch-news';
import { checkSums, EXTEND_HEARTBEAT, IN_FLIGHT, insertRows, lastKey } from '../sql/copy-statements';
import { LOCK_CLUSTER, NEXT_GENERATION, NOTIFY } from '../sql/node-statements';
import { forPostgresql } from '../sql/postgresql';
import { servicesOf } from '../sql/services-of';
import { type SettingColumns, settingRows } from '../sql/setting-row';
import { parametersOf } from '../sql/statements';
import type { CopySource } from '../storage/copy-source';
import type { CopyTarget } from '../storage/copy-target';
import { UserError } from '../user-error';
import type { CopiedTables, TableName } from './copied-tables';
import { type CopyState, keepsKeys, keyInTarget, reserveKeys } from './copy-state';
import type { Reseal } from './reseal';
import { type Changes, type Named, type Row, readNamed, rowsForTarget, type Sum, sumOf } from './rows';
import { readTargetUse, refuseSharedBranches } from './target-use';

export type ConfigurationDeps = {
  source: CopySource;
  target: CopyTarget;
  tables: CopiedTables;
  state: CopyState;
  reseal: Reseal;
};

export type ConfigurationCopied = {
  sums: ReadonlyMap<string, Sum>;
  /** What the target has of its own under the same name, or keeps for itself. */
  kept: string[];
};

/** F9a: a course without news for this long would have been closed meanwhile. */
const CLOSES_AFTER_MS = 4 * 3_600_000;
/** Rows in one statement. */
const MAX_ROWS = 1_000;
const LAST_HEARTBEAT = lastKey('Attendance', 'until');

/**
 * Copies branches, tables, settings, screens, people and subscriptions, with which the nodes of the target begin to use
 * what was copied at `now` (epoch ms). Call in a transaction. @throws UserError
 */
export async function copyConfiguration(deps: ConfigurationDeps, now: number): Promise<ConfigurationCopied> {
  const { source, target, tables, state } = deps;
  await target.query(LOCK_CLUSTER);
  const use = await readTargetUse(target);
  const sums = new Map<string, Sum>();
  const kept: string[] = [];

  const read = (name: TableName) => readNamed(source, tables[name]);

  async function put(name: TableName, rows: readonly Named[], changes: Changes = {}): Promise<void> {
    const table = tables[name];
    const columns = Object.keys(table.columns);
    const keyAt = table.key.map((column) => columns.indexOf(column));
    const cells = rows.map((row) => columns.map((column) => row[column] ?? null));
    const values = rowsForTarget(table, cells, changes);
    for (let first = 0; first < values.length; first += MAX_ROWS)
      await target.query(insertRows(table), parametersOf(values.slice(first, first + MAX_ROWS)));
    const keys = values.map((row) => keyAt.map((at) => row[at]));
    const [stored] = await target.query<Sum>(checkSums([table], 'key'), [JSON.stringify(keys)]);
    const own = sumOf(sorted(values, keyAt));
    if (stored?.count !== own.count || stored.sum !== own.sum)
      throw new UserError(`${name} in ${target.name} differs from what was just copied: a disk may be faulty`);
    sums.set(name, own);
  }

  /** The keys of rows that get new ones. */
  async function keysOf(name: TableName, rows: readonly Named[]): Promise<Changes> {
    await reserveKeys(target, state, name, 'id', Math.max(0, ...rows.map(({ id }) => Number(id))));
    const key = keyInTarget(state, name);
    return { id: (id) => key(Number(id)) };
  }

  const branches = read('Branch');
  const numbers = branches.map(({ number }) => Number(number));
  refuseSharedBranches(numbers, use.branches, target.name);

  const screens = read('Screen');
  await put('Screen', screens, await keysOf('Screen', screens));

  const isNew = ({ id }: Named) => !use.subscriptions.has(String(id));
  const [subscriptions, oldSubscriptions] = split(read('Subscription'), isNew);
  await put('Subscription', subscriptions);
  const secrets = read('SubscriptionSecret').filter(({ subscriptionId }) => isNew({ id: subscriptionId ?? null }));
  const secretKeys = await keysOf('SubscriptionSecret', secrets);
  await put('SubscriptionSecret', secrets.map(deps.reseal.subscription), secretKeys);
  for (const { id } of oldSubscriptions) kept.push(`the subscription ${id}, which is there already`);

  const [people, known] = split(read('Manager'), ({ username }) => !use.usernames.has(String(username)));
  const ids = new Set(people.map(({ id }) => id));
  await put('Manager', use.isSetUp ? people.map((person) => limitedTo(person, numbers)) : people);
  await put(
    'ManagerAccount',
    read('ManagerAccount').filter(({ userId }) => ids.has(userId ?? null)),
  );
  const factors = read('SecondFactor').filter(({ managerId }) => ids.has(managerId ?? null));
  await put('SecondFactor', factors.map(deps.reseal.factor));
  for (const { name } of known) kept.push(`${name}, who is there already`);

  const all = read('Setting');
  const settings = use.isSetUp ? settingsOfBranches(all, numbers) : all;
  await put('Setting', settings, await keysOf('Setting', settings));
  const audit = use.isSetUp ? [] : read('AuditEntry');
  if (use.isSetUp) kept.push('the audit log, and settings that only hold everywhere');
  await put('AuditEntry', audit, await keysOf('AuditEntry', audit));

  await put('TableState', read('TableState'));
  const listenedUntil = Number(source.value(LAST_HEARTBEAT)) || 0;
  await put('Gap', [...read('Gap'), ...gapsOfTheMove(source, { branches, settings: all }, listenedUntil, now)]);
  await target.query(EXTEND_HEARTBEAT, [listenedUntil]);
  // A screen may come back with its board from before, whose tickets have other keys.
  await put('Branch', branches, keepsKeys(state, 'Order') ? {} : { epoch: () => randomUUID() });
  await target.query(NEXT_GENERATION);
  await target.query(forPostgresql(NOTIFY), parametersOf([[messageAboutAll(0)]]));
  return { sums, kept };
}

/**
 * F21a: nobody listened for the restaurant since its server stopped. Nodes of a chain cannot notice that, because they
 * listened all the time.
 */
function gapsOfTheMove(
  source: CopySource,
  { branches, settings }: { branches: readonly Named[]; settings: readonly Named[] },
  listenedUntil: number,
  now: number,
): Named[] {
  const courses = new Map(
    source.rows(IN_FLIGHT, now - CLOSES_AFTER_MS).map(([branch, count]) => [branch, Number(count)]),
  );
  const newest = new Map(settings.map((row) => [`${row['key']} ${row['branch']} ${row['course']}`, row]));
  const rows = settingRows([...newest.values()] as SettingColumns[]);
  return branches.flatMap(({ number = null, timeZone, cutOffMinute, lastDeliveryAt }) => {
    const fromAt = Math.max(listenedUntil, Number(lastDeliveryAt));
    const atWork = {
      inFlight: courses.get(number) ?? 0,
      lastDeliveryAt: lastDeliveryAt === null ? null : Number(lastDeliveryAt),
      services: servicesOf({ number: Number(number), settings: rows, cutOffMinute: Number(cutOffMinute) }),
      calendar: { timeZone: String(timeZone), cutOffMinute: Number(cutOffMinute) },
    };
    if (fromAt >= now || !mayHaveMissed(fromAt, now, atWork)) return [];
    return [{ branch: number, fromAt, toAt: now, cause: 'down' }];
  });
}

/** In a chain, somebody from a restaurant has the rights of a manager of its branches. */
function limitedTo(person: Named, numbers: readonly number[]): Named {
  return { ...person, role: 'manager', branches: person['branches'] ?? JSON.stringify(numbers) };
}

/**
 * The settings as those of branches: a value for all branches of the restaurant becomes one of each branch that has none
 * of its own.
 */
function settingsOfBranches(settings: readonly Named[], numbers: readonly number[]): Named[] {
  const own = settings.filter(({ branch }) => branch !== null);
  const newest = new Map(
    own.filter(({ course }) => course === null).map((row) => [`${row['key']} ${row['branch']}`, row]),
  );
  const wide = new Map(
    settings.filter(({ branch, course }) => branch === null && course === null).map((row) => [row['key'], row]),
  );
  const added = [...wide].flatMap(([key, row]) => {
    if (row['value'] === 'null' || SETTINGS[key as SettingKey]?.scope === 'everywhere') return [];
    const without = numbers.filter((branch) => (newest.get(`${key} ${branch}`)?.['value'] ?? 'null') === 'null');
    return without.map((branch) => ({ ...row, branch }));
  });
  const last = Number(settings.at(-1)?.['id'] ?? 0);
  return [...own, ...added.map((row, index) => ({ ...row, id: last + 1 + index }))];
}

function split<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

/** As PostgreSQL sorts by a key. */
function sorted(rows: readonly Row[], keyAt: readonly number[]): Row[] {
  return rows.toSorted((a, b) => {
    const at = keyAt.find((index) => a[index] !== b[index]);
    if (at === undefined) return 0;
    const [one, other] = [a[at] ?? 0, b[at] ?? 0];
    if (typeof one === 'number' && typeof other === 'number') return one - other;
    return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
  });
}
