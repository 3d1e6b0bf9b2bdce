import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type KeptFolder, readKeptFile } from '../harness/kept-folder';
import type { BackupRequest, Ledger, Posted } from './ledger';

/**
 * Compares a backup of the last life with what was answered before it was requested: it is complete, or absent. After a
 * restore it corrects the ledger: what was answered between the backup and the restore is only in the database that was
 * set aside.
 */
export function checkBackup(folder: string, now: KeptFolder, ledger: Ledger): string[] {
  const { backup } = ledger;
  ledger.backup = null;
  const previousFiles = namesIn(folder, 'heatlamp-until-').filter((name) => name.endsWith('.db'));
  const leftovers = namesIn(folder, 'restore-');
  try {
    const broken = leftovers.map((name) => `${name} was left by a restore`);
    if (backup === null)
      return previousFiles.length > 0 ? [...broken, 'a database was set aside without a restore'] : broken;
    const contents = existsSync(backup.file) ? readWhole(backup.file, ledger) : null;
    if (typeof contents === 'string') return [...broken, `the backup ${contents}`];
    broken.push(...(contents ? compareBackup(contents, backup) : missing(backup)));
    const [kept] = previousFiles;
    if (kept === undefined) return broken;
    const previous = readWhole(path.join(folder, kept), ledger);
    if (typeof previous === 'string') return [...broken, `the replaced database ${previous}`];
    broken.push(...previous.damage.map((problem) => `the replaced database: ${problem}`));
    if (contents) revertLedger(contents, previous, now, backup, ledger);
    return broken;
  } finally {
    for (const name of namesIn(folder, 'heatlamp-until-')) rmSync(path.join(folder, name));
    for (const beside of ['', '.part', '.part-journal']) if (backup) rmSync(`${backup.file}${beside}`, { force: true });
  }
}

/** The contents of a file, or a text that says why it is no valid database. */
function readWhole(file: string, { readings }: Ledger): KeptFolder | string {
  try {
    return readKeptFile(file, readings);
  } catch (error) {
    return `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function missing({ isRestored }: BackupRequest): string[] {
  return isRestored ? ['the backup that was to be restored is not there'] : [];
}

function compareBackup({ damage, deliveries }: KeptFolder, { before }: BackupRequest): string[] {
  const rows = countOf(deliveries.map(nameOfDelivery));
  const answered = countOf([...before].map(nameOfPosted));
  const lost = [...answered].filter(([name, times]) => times > (rows.get(name) ?? 0)).length;
  return [
    ...damage.map((problem) => `the backup: ${problem}`),
    ...(lost > 0 ? [`${lost} deliveries that were answered before the backup are not in it`] : []),
  ];
}

/** The restored database is not expected to have what only the database set aside has. */
function revertLedger(
  contents: KeptFolder,
  previous: KeptFolder,
  now: KeptFolder,
  backup: BackupRequest,
  ledger: Ledger,
): void {
  const here = new Set(now.deliveries.map(({ id }) => id));
  const onlyAside = countOf(previous.deliveries.filter(({ id }) => !here.has(id)).map(nameOfDelivery));
  for (const posted of ledger.posted) {
    const left = onlyAside.get(nameOfPosted(posted)) ?? 0;
    if (left === 0 || posted.status === null || backup.before.has(posted)) continue;
    onlyAside.set(nameOfPosted(posted), left - 1);
    posted.status = null;
  }
  const taps = new Set(now.actions.map(({ id }) => id));
  for (const { id } of previous.actions) {
    const tap = ledger.taps.get(id);
    if (tap && !taps.has(id)) tap.answer = null;
  }
  for (const setting of ledger.settings.values()) {
    const course = setting.course ?? null;
    const own = contents.settings.find(
      (each) => each.key === setting.key && each.branch === setting.branch && each.course === course,
    );
    setting.inForce = own ? String(own.value) : null;
    setting.open = null;
  }
}

function namesIn(folder: string, start: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith(start));
}

function nameOfDelivery({ pathEvent, body }: { pathEvent: string; body: string }): string {
  return `${pathEvent} ${body}`;
}

function nameOfPosted({ path: address, body }: Posted): string {
  return `${address.replace('/webhooks/', '')} ${body}`;
}

function countOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
