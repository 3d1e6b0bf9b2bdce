import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { toIso } from '../../domain/fact';
import { errorMessage } from '../../lib/error-message';
import type { ChildServer } from '../harness/child-server';
import { checkBoard, foldDeliveries, type OrderWithFacts } from '../harness/folded-board';
import {
  compareDeliveries,
  countEach,
  postedKey,
  readDatabaseFile,
  type StoredData,
  storedKey,
} from '../harness/stored-data';
import { waitUntilDrained } from '../harness/wait';
import { fetchTickets } from '../pos-simulator/history-courses';
import { parseCourses } from '../pos-simulator/parse-courses';
import { checkSettings } from './actions-and-settings';
import type { Evening } from './kill-under-load';
import { type BackupRequest, type Ledger, watchVersions } from './load';

/** Violations, as sentences, and the numbers of lost and duplicated deliveries. */
type CheckResult = { violations: string[]; lost: number; duplicated: number };

/** Compares a restarted server with every earlier acknowledgement, and its board with facts and ticket actions. */
export async function checkRestarted(server: ChildServer, evening: Evening): Promise<CheckResult> {
  const { folder, ledger } = evening;
  const onVersion = watchVersions(ledger)('HTTP after a restart');
  const drained = await waitUntilDrained(server.url).then(
    () => [],
    (error: unknown) => [errorMessage(error)],
  );
  const kept = await evening.database.read(ledger.translations);
  const backup = await checkBackup(folder, kept, ledger);
  const orders = foldDeliveries(kept.deliveries);
  const { violations, lost, duplicated } = checkFolder(kept, orders, ledger);
  const whileRunning = ledger.violations.splice(0);
  const settings = await checkSettings(folder, ledger);
  const board = await checkBoard({ url: server.url, token: evening.token, onVersion }, kept, orders).catch(
    (error: unknown) => [String(error)],
  );
  return {
    lost,
    duplicated,
    violations: [
      ...drained,
      ...backup,
      ...violations,
      ...whileRunning,
      ...settings,
      ...board,
      ...ledger.violations.splice(0),
    ],
  };
}

/**
 * Compares the history of branch 1 with the stored deliveries, read by a parser that shares no code with the server.
 * Returns the differences.
 */
export async function checkHistory(server: { url: URL; token: string }, { deliveries }: StoredData): Promise<string[]> {
  const applied = deliveries.filter(({ outcome }) => outcome === 'applied' || outcome === 'repeat');
  const expected = parseCourses(
    applied.map(({ pathEvent, body }) => ({ atMs: 0, event: pathEvent, path: `/webhooks/${pathEvent}`, body })),
  );
  const keyOf = (course: { orderId: string | null; courseNumber: number; round: number }) =>
    `${course.orderId?.toLowerCase()}/${course.courseNumber}/${course.round}`;
  const reported = new Map((await fetchTickets({ ...server, branch: 1 })).map((course) => [keyOf(course), course]));
  const differing = expected.filter((course) => {
    const { startedAt, readyAt, servedAt, tableNumber } = reported.get(keyOf(course)) ?? {};
    const instants = [course.startedAt, course.readyAt, course.servedAt].map((instant) => toIso(instant));
    return !isDeepStrictEqual([startedAt, readyAt, servedAt, tableNumber], [...instants, course.tableNumber]);
  });
  return [
    ...violationsOf(differing.length, 'courses of history differ from the stored deliveries'),
    ...violationsOf(Math.abs(reported.size - expected.length), 'courses too many or too few are in history'),
  ];
}

/** Compares the contents of a folder with the acknowledgements, and with `orders`, folded from its own deliveries. */
export function checkFolder(kept: StoredData, orders: readonly OrderWithFacts[], ledger: Ledger): CheckResult {
  const { lost, duplicated, violations } = compareDeliveries(kept.deliveries, ledger.posted);
  const all = [
    ...kept.damage,
    ...violations,
    ...checkFacts(kept, orders),
    ...checkReadings(kept, ledger),
    ...checkTickets(kept, orders),
    ...checkActions(kept, ledger),
  ];
  return { lost, duplicated, violations: all };
}

/** Compares the stored facts with those of the deliveries. */
export function checkFacts({ facts }: StoredData, orders: readonly OrderWithFacts[]): string[] {
  const stored = new Map(facts.map((fact) => [keyInOrder(fact, `${fact.courseNumber}/${fact.step}/${fact.at}`), fact]));
  const folded = new Map(
    orders.flatMap((order) => [...order.facts].map(([key, each]) => [keyInOrder(order, key), each] as const)),
  );
  const missing = [...folded.keys()].filter((key) => !stored.has(key));
  const unfounded = [...stored.keys()].filter((key) => !folded.has(key));
  const wrongSource = [...folded].filter(([key, { fact, sources }]) => {
    const source = sources.find(({ id }) => id === stored.get(key)?.deliveryId);
    return stored.has(key) && source?.bodySha256 !== fact.bodySha256;
  });
  const notAppliedOnce = [...folded.values()].filter(
    ({ sources }) => sources.filter(({ outcome }) => outcome === 'applied').length !== 1,
  );
  return [
    ...violationsOf(missing.length, 'facts of stored deliveries are not stored'),
    ...violationsOf(unfounded.length, 'stored facts have no delivery'),
    ...violationsOf(facts.length - stored.size, 'facts are stored more than once'),
    ...violationsOf(wrongSource.length, 'facts have the content of the wrong delivery'),
    ...violationsOf(notAppliedOnce.length, 'facts were not applied exactly once'),
  ];
}

function checkReadings({ deliveries }: StoredData, { rejectedInstants }: Ledger): string[] {
  const misread = deliveries.filter(({ translation, outcome }) => {
    const isFact = outcome === 'applied' || outcome === 'repeat';
    return translation.kind === 'fact' && !isFact && !rejectedInstants.has(translation.fact.at);
  });
  return violationsOf(misread.length, 'deliveries with a fact are neither applied nor repeats');
}

/** Compares the stored tickets with those of the folded facts. */
export function checkTickets({ tickets }: StoredData, orders: readonly OrderWithFacts[]): string[] {
  const stored = new Map(
    tickets.map(({ branch, identity, courseNumber, round, ...times }) => [
      keyInOrder({ branch, identity }, `${courseNumber}/${round}`),
      times,
    ]),
  );
  const folded = orders.flatMap((order) =>
    order.folded.tickets.map(({ course, round, startedAt, readyAt, servedAt, measuredMs, marks }) => {
      const times = { startedAt, readyAt, servedAt, measuredMs, marks: JSON.stringify(marks) };
      return [keyInOrder(order, `${course.number}/${round}`), times] as const;
    }),
  );
  const differing = folded.filter(([key, times]) => JSON.stringify(stored.get(key)) !== JSON.stringify(times));
  return [
    ...violationsOf(differing.length, 'stored tickets differ from the folded facts'),
    ...violationsOf(Math.max(0, tickets.length - folded.length), 'stored tickets have no facts'),
  ];
}

function checkActions({ actions: stored }: StoredData, { actions }: Ledger): string[] {
  const times = countEach(stored.map(({ id }) => id));
  const sent = [...actions.values()];
  const lost = sent.filter(({ actionId, outcome }) => outcome === 'stored' && !times.has(actionId));
  const storedRefused = sent.filter(({ actionId, outcome }) => outcome === 'refused' && times.has(actionId));
  const unknown = stored.filter(({ id, kind }) => actions.get(id)?.kind !== kind);
  return [
    ...violationsOf(lost.length, 'acknowledged actions are not stored'),
    ...violationsOf(storedRefused.length, 'refused actions are stored'),
    ...violationsOf(unknown.length, 'stored actions were never sent'),
    ...violationsOf(stored.length - times.size, 'actions are stored more than once'),
  ];
}

/** Includes the branch: two branches may have orders with the same name. */
function keyInOrder({ branch, identity }: { branch: number; identity: string }, key: string): string {
  return `${branch} ${identity} ${key}`;
}

function violationsOf(times: number, problem: string): string[] {
  return times > 0 ? [`${times} ${problem}`] : [];
}

/**
 * Checks that the backup requested before the last kill is absent, or contains every delivery acknowledged before the
 * request. After a restore, reverts the ledger: later deliveries are expected in the replaced database only.
 */
async function checkBackup(folder: string, current: StoredData, ledger: Ledger): Promise<string[]> {
  const { backup } = ledger;
  ledger.backup = null;
  const replacedFiles = filesStartingWith(folder, 'heatlamp-until-').filter((name) => name.endsWith('.db'));
  const leftovers = filesStartingWith(folder, 'restore-');
  try {
    const violations = leftovers.map((name) => `${name} is left over from a restore`);
    if (backup === null)
      return replacedFiles.length > 0 ? [...violations, 'a database was replaced without a restore'] : violations;
    const contents = existsSync(backup.file) ? await tryRead(backup.file, ledger) : null;
    if (typeof contents === 'string') return [...violations, `the backup ${contents}`];
    violations.push(...(contents ? compareBackup(contents, backup) : checkAbsence(backup)));
    const [replacedFile] = replacedFiles;
    if (replacedFile === undefined) return violations;
    const replaced = await tryRead(path.join(folder, replacedFile), ledger);
    if (typeof replaced === 'string') return [...violations, `the replaced database ${replaced}`];
    violations.push(...replaced.damage.map((problem) => `the replaced database: ${problem}`));
    if (contents) revertLedger(contents, replaced, current, backup, ledger);
    return violations;
  } finally {
    for (const name of filesStartingWith(folder, 'heatlamp-until-')) rmSync(path.join(folder, name));
    for (const suffix of ['', '.part', '.part-journal']) if (backup) rmSync(`${backup.file}${suffix}`, { force: true });
  }
}

/** The contents of a database file, or an error message. */
function tryRead(file: string, { translations }: Ledger): Promise<StoredData | string> {
  return readDatabaseFile(file, translations).catch((error) => `cannot be read: ${errorMessage(error)}`);
}

function checkAbsence({ isRestored }: BackupRequest): string[] {
  return isRestored ? ['the backup to restore does not exist'] : [];
}

function compareBackup({ damage, deliveries }: StoredData, { acknowledged }: BackupRequest): string[] {
  const rows = countEach(deliveries.map(storedKey));
  const acknowledgedCounts = countEach([...acknowledged].map(postedKey));
  const lost = [...acknowledgedCounts].filter(([name, times]) => times > (rows.get(name) ?? 0)).length;
  return [
    ...damage.map((problem) => `the backup: ${problem}`),
    ...(lost > 0 ? [`${lost} deliveries that were acknowledged before the backup are missing from it`] : []),
  ];
}

/** Forgets acknowledgements of deliveries, actions and settings that only the replaced database contains. */
function revertLedger(
  contents: StoredData,
  replaced: StoredData,
  current: StoredData,
  backup: BackupRequest,
  ledger: Ledger,
): void {
  const currentIds = new Set(current.deliveries.map(({ id }) => id));
  const replacedOnly = countEach(replaced.deliveries.filter(({ id }) => !currentIds.has(id)).map(storedKey));
  for (const posted of ledger.posted) {
    const remaining = replacedOnly.get(postedKey(posted)) ?? 0;
    if (remaining === 0 || posted.status === null || backup.acknowledged.has(posted)) continue;
    replacedOnly.set(postedKey(posted), remaining - 1);
    posted.status = null;
  }
  const actions = new Set(current.actions.map(({ id }) => id));
  for (const { id } of replaced.actions) {
    const action = ledger.actions.get(id);
    if (action && !actions.has(id)) action.outcome = null;
  }
  for (const setting of ledger.settings.values()) {
    const course = setting.course ?? null;
    const stored = contents.settings.find(
      (each) => each.key === setting.key && each.branch === setting.branch && each.course === course,
    );
    setting.acknowledged = stored ? String(stored.value) : null;
    setting.pending = [];
  }
}

function filesStartingWith(folder: string, prefix: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith(prefix));
}
