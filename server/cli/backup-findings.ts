import { toIso } from '../../domain/to-iso';
import { DAY_MS } from '../../lib/time-units';
import { lastBackup } from '../backup/last-backup';
import type { Core } from '../core';
import { type Finding, hint, ok, warn } from './finding';

const OLD_MS = 2 * DAY_MS;
const REMEDY = 'docs/operating.md, Backups';

/** Whether backups are made, and not only tried. Heatlamp makes none of PostgreSQL. */
export async function backupFindings({ config, now }: Pick<Core, 'config' | 'now'>): Promise<Finding[]> {
  if (config.databaseUrl !== null) return [];
  const last = await lastBackup(config.dataDir);
  if (last === null)
    return [
      hint(
        'no backup was made yet',
        'the history and the settings would be lost with the disk',
        `back up every night: ${REMEDY}`,
      ),
    ];
  const made = `the last backup was made at ${toIso(last.at)}`;
  if (now() - last.at <= OLD_MS) return [ok(made, `it is ${last.file}`)];
  return [
    warn(
      `${made}, more than two days ago`,
      `it is ${last.file}; later ones failed, or were not started`,
      `run backup FILE, which says what is wrong; ${REMEDY}, says how to back up every night`,
    ),
  ];
}
