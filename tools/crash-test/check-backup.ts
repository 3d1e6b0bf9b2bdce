import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { errorMessage } from '../../lib/error-message';
import { countEach, postedKey, storedKey } from '../harness/compare-deliveries';
import { readDatabaseFile, type StoredData } from '../harness/stored-data';
import type { BackupRequest, Ledger } from './ledger';

/**
 * Checks that the backup requested before the last kill is absent, or contains every delivery acknowledged before the
 * request. After a restore, reverts the ledger: later deliveries are expected in the replaced database only.
 */
export function checkBackup(folder: string, current: StoredData, ledger: Ledger): string[] {
  const { backup } = ledger;
  ledger.backup = null;
  const replacedFiles = filesStartingWith(folder, 'heatlamp-until-').filter((name) => name.endsWith('.db'));
  const leftovers = filesStartingWith(folder, 'restore-');
  try {
    const violations = leftovers.map((name) => `${name} is left over from a restore`);
    if (backup === null)
      return replacedFiles.length > 0 ? [...violations, 'a database was replaced without a restore'] : violations;
    const contents = existsSync(backup.file) ? tryRead(backup.file, ledger) : null;
    if (typeof contents === 'string') return [...violations, `the backup ${contents}`];
    violations.push(...(contents ? compareBackup(contents, backup) : checkAbsence(backup)));
    const [replacedFile] = replacedFiles;
    if (replacedFile === undefined) return violations;
    const replaced = tryRead(path.join(folder, replacedFile), ledger);
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
function tryRead(file: string, { readings }: Ledger): StoredData | string {
  try {
    return readDatabaseFile(file, readings);
  } catch (error) {
    return `cannot be read: ${errorMessage(error)}`;
  }
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

/** Forgets acknowledgements of deliveries, taps and settings that only the replaced database contains. */
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
  const taps = new Set(current.actions.map(({ id }) => id));
  for (const { id } of replaced.actions) {
    const tap = ledger.taps.get(id);
    if (tap && !taps.has(id)) tap.outcome = null;
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
