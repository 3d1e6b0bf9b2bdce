import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { limitsOf } from '../../domain/sealed';
import { toIso } from '../../domain/to-iso';
import { firstOf } from '../../lib/first-of';
import type { Core } from '../core';
import { type Finding, ok, warn } from './finding';

/** The database that a restore replaced. */
const KEPT = /^heatlamp-until-.*\.db$/;

/** F27: what is erased after how long, and what else in the data folder still has it. */
export function privacyFindings({
  settings,
  retention,
  config,
  now,
}: Pick<Core, 'settings' | 'retention' | 'config' | 'now'>): Finding[] {
  const [names, bodies] = [settings.value('nameDays', null), settings.value('bodyDays', null)];
  const limits = limitsOf({ names, bodies }, now());
  if (limits.bodies === null)
    return [ok('names of guests are kept', 'setting set nameDays 30 would erase them after 30 days')];
  const { problem, isRunning, finishedAt, bodies: erasedBodies, names: erasedNames } = retention.state();
  if (problem !== null)
    return [
      warn(
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
      `databases that a restore replaced have names past their limit: ${firstOf(past)}`,
      'they are copies of their day, from which nothing is erased',
      `delete them in ${folder} once nothing of them is needed`,
    ),
  ];
}
