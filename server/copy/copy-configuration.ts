import { randomUUID } from 'node:crypto';
import { SETTINGS, type SettingKey } from '../../contract/settings';
import { mayHaveMissed } from '../../domain/gap';
import { messageAboutAll } from '../board/branch-news';
import {
  createSecretBox,
  factorPurpose,
  SEALED,
  type SecretBox,
  subscriptionPurpose,
  UnknownKey,
} from '../secrets/secret-box';
import { type SettingColumns, settingRows } from '../sql/branches';
import {
  BRANCH_NUMBERS,
  EXTEND_HEARTBEAT,
  IN_FLIGHT,
  IS_SET_UP,
  lastKey,
  SUBSCRIPTION_IDS,
  USERNAMES,
} from '../sql/copy-statements';
import { servicesOf } from '../sql/load-statements';
import { LOCK_CLUSTER, NEXT_GENERATION, NOTIFY, SESSION_SECRET } from '../sql/node-statements';
import { forPostgresql } from '../sql/postgresql';
import { parametersOf } from '../sql/statements';
import type { CopySource, CopyTarget } from '../storage/copy-connections';
import { UserError } from '../user-error';
import { type CopiedTables, type Named, type Row, readNamed, type TableName } from './copied-tables';

/** Rows with secrets, as the nodes of the target can read them. */
type Reseal = { subscription: (row: Named) => Named; factor: (row: Named) => Named };

export type CopyKeys = {
  /** The keys of the source, as in its configuration. */
  secretsKey: Buffer | null;
  oldSecretsKey: Buffer | null;
  /** The key of the target's nodes; null: the same as that of the source. */
  targetSecretsKey: Buffer | null;
};

type ConfigurationDeps = {
  source: CopySource;
  target: CopyTarget;
  tables: CopiedTables;
  reseal: Reseal;
  /** The result of `settingsFor`. */
  settings: Named[];
  /** Whether orders have the same keys in the target. */
  keepsKeys: boolean;
  /** Inserts rows of the source, with the keys of the target. */
  put: (name: TableName, rows: readonly Row[]) => Promise<void>;
};

/** Identifiers that restaurants in the target use already. */
type TargetUse = {
  /** Whether the target has any branch, subscription, screen, manager or setting. */
  isSetUp: boolean;
  /** Numbers of branches. */
  branches: number[];
  /** Ids of subscriptions. */
  subscriptions: ReadonlySet<string>;
  usernames: ReadonlySet<string>;
};

/** F9a: a course without news for this long would have been closed meanwhile. */
const CLOSES_AFTER_MS = 4 * 3_600_000;
const LAST_HEARTBEAT = lastKey('Attendance', 'until');

export async function readTargetUse({ query }: CopyTarget): Promise<TargetUse> {
  const [setUp] = await query<{ isSetUp: boolean }>(IS_SET_UP);
  const branches = await query<{ number: number }>(BRANCH_NUMBERS);
  const subscriptions = await query<{ id: string }>(SUBSCRIPTION_IDS);
  const managers = await query<{ username: string }>(USERNAMES);
  return {
    isSetUp: setUp?.isSetUp === true,
    branches: branches.map(({ number }) => number),
    subscriptions: new Set(subscriptions.map(({ id }) => id)),
    usernames: new Set(managers.map(({ username }) => username)),
  };
}

/** @throws UserError if a secret of the source cannot be decrypted */
export function checkSecrets(source: CopySource, tables: CopiedTables, reseal: Reseal): void {
  readNamed(source, tables.SubscriptionSecret).forEach(reseal.subscription);
  readNamed(source, tables.SecondFactor).forEach(reseal.factor);
}

/** The settings as they are in the target, by ascending id of the source. */
export function settingsFor(source: CopySource, tables: CopiedTables, isSetUp: boolean): Named[] {
  const settings = readNamed(source, tables.Setting);
  if (!isSetUp) return settings;
  return settingsOfBranches(
    settings,
    readNamed(source, tables.Branch).map(({ number }) => Number(number)),
  );
}

/**
 * Copies branches, tables, settings, screens, people and subscriptions, with which the nodes of the target begin to use
 * what was copied at `now` (epoch ms). Call in a transaction. Resolves to what the target has of its own under the same
 * name, or keeps for itself. @throws UserError
 */
export async function copyConfiguration(deps: ConfigurationDeps, now: number): Promise<string[]> {
  const { source, target, tables, reseal, settings, keepsKeys } = deps;
  await target.query(LOCK_CLUSTER);
  // Somebody may have added to it meanwhile.
  const use = await readTargetUse(target);
  const kept: string[] = [];
  const read = (name: TableName) => readNamed(source, tables[name]);
  const put = (name: TableName, rows: readonly Named[]) => {
    const columns = Object.keys(tables[name].columns);
    return deps.put(
      name,
      rows.map((row) => columns.map((column) => row[column] ?? null)),
    );
  };

  const branches = read('Branch');
  const numbers = branches.map(({ number }) => Number(number));
  await put('Screen', read('Screen'));

  const isNew = ({ id }: Named) => !use.subscriptions.has(String(id));
  const [subscriptions, oldSubscriptions] = split(read('Subscription'), isNew);
  await put('Subscription', subscriptions);
  const secrets = read('SubscriptionSecret').filter(({ subscriptionId }) => isNew({ id: subscriptionId ?? null }));
  await put('SubscriptionSecret', secrets.map(reseal.subscription));
  for (const { id } of oldSubscriptions) kept.push(`the subscription ${id}, which is there already`);

  const [people, known] = split(read('Manager'), ({ username }) => !use.usernames.has(String(username)));
  const ids = new Set(people.map(({ id }) => id));
  await put('Manager', use.isSetUp ? people.map((person) => limitedTo(person, numbers)) : people);
  await put(
    'ManagerAccount',
    read('ManagerAccount').filter(({ userId }) => ids.has(userId ?? null)),
  );
  const factors = read('SecondFactor').filter(({ managerId }) => ids.has(managerId ?? null));
  await put('SecondFactor', factors.map(reseal.factor));
  for (const { name } of known) kept.push(`${name}, who is there already`);

  await put('Setting', settings);
  if (use.isSetUp) kept.push('the audit log, and settings that only hold everywhere');
  else await put('AuditEntry', read('AuditEntry'));

  await put('TableState', read('TableState'));
  const listenedUntil = Number(source.value(LAST_HEARTBEAT)) || 0;
  const place = { branches, settings: read('Setting') };
  await put('Gap', [...read('Gap'), ...gapsOfTheMove(source, place, listenedUntil, now)]);
  await target.query(EXTEND_HEARTBEAT, [listenedUntil]);
  // A screen may come back with its board from before, whose tickets have other keys.
  await put('Branch', keepsKeys ? branches : branches.map((branch) => ({ ...branch, epoch: randomUUID() })));
  await target.query(NEXT_GENERATION);
  await target.query(forPostgresql(NOTIFY), parametersOf([[messageAboutAll(0)]]));
  return kept;
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

/** @throws UserError if the nodes of the target have another key */
export async function openReseal(target: CopyTarget, isSetUp: boolean, keys: CopyKeys): Promise<Reseal> {
  const from = createSecretBox(keys.secretsKey, keys.oldSecretsKey);
  const [row] = await target.query<{ sessionSecret: string | null }>(SESSION_SECRET);
  const stored = row?.sessionSecret ?? null;
  const key = keys.targetSecretsKey ?? keys.secretsKey;
  // Nodes without a key could not start any more, if they found secrets that are encrypted.
  const to = createSecretBox(isSetUp && stored === null ? null : key, null);
  if (stored !== null && !(stored.startsWith(SEALED) && to.isCurrent(stored)))
    throw new UserError(
      `the nodes of ${target.name} encrypt secrets with another SECRETS_KEY: set TARGET_SECRETS_KEY to theirs, and run this again`,
    );
  const reseal = (row: Named, purpose: string) => ({
    ...row,
    secret: resealed(from, to, String(row['secret']), purpose),
  });
  return {
    subscription: (row) => reseal(row, subscriptionPurpose(String(row['subscriptionId']))),
    factor: (row) => reseal(row, factorPurpose(String(row['managerId']))),
  };
}

/** @throws UserError */
function resealed(from: SecretBox, to: SecretBox, stored: string, purpose: string): string {
  try {
    return to.seal(from.open(stored, purpose), purpose);
  } catch (error) {
    if (!(error instanceof UnknownKey)) throw error;
    throw new UserError(
      'the secrets of this restaurant are encrypted, and not with this SECRETS_KEY: set the key that it runs with',
    );
  }
}
