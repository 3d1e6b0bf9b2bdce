import { between, type Random, shuffled } from '../pos-simulator/random';

/** Points at which kill-at.mjs can kill the server. */
export const POINTS = [
  'before-commit',
  'after-commit',
  'before-reply',
  'after-reply',
  'spool-torn',
  'spool-written',
  'spool-synced',
  'drain-before-commit',
  'drain-before-cut',
  'drain-after-cut',
  'burst-torn',
  'burst-written',
  'burst-synced',
  'burst-after-reply',
  'burst-before-commit',
  'burst-before-cut',
  'burst-after-cut',
  'migrating',
  'migrate-before-commit',
  'migrate-after-commit',
  'backup-copying',
  'backup-before-rename',
  'backup-after-rename',
  'restore-staging',
  'restore-before-swap',
  'restore-between',
  'restore-after-swap',
] as const;
export type Point = (typeof POINTS)[number];

/** `random`: at any instant under load; `random-locked`: the same while the database is locked. */
export type Moment = Point | 'random' | 'random-locked';

/** One kill, at the given occurrence of the point. `isAtStart`: while the next server starts. */
export type Kill = { moment: Moment; occurrence: number; isAtStart: boolean };

const LOCKED: readonly Moment[] = ['spool-torn', 'spool-written', 'spool-synced', 'random-locked'];

/** Whether the database has to be locked, so that deliveries go to the spool. */
export function needsSpool({ moment }: Kill): boolean {
  return LOCKED.includes(moment) || isDrain(moment);
}

export function isDrain(moment: Moment): boolean {
  return moment.startsWith('drain-');
}

/** Points in a burst, whose deliveries are acknowledged before the commit. */
export function isBurst(moment: Moment): boolean {
  return moment.startsWith('burst-');
}

export function isMigration(moment: Moment): boolean {
  return moment.startsWith('migrat');
}

export function isBackup(moment: Moment): boolean {
  return moment.startsWith('backup-');
}

export function isRestore(moment: Moment): boolean {
  return moment.startsWith('restore-');
}

/** The kills of one round. Frequent operations occur more than once. */
const ROUND: readonly Moment[] = [
  ...(['before-commit', 'after-commit', 'before-reply', 'after-reply'] as const).flatMap((moment) => [moment, moment]),
  ...(['random', 'random', 'random', 'random', 'random', 'random', 'random', 'random'] as const),
  'random-locked',
  ...POINTS.filter((point) => point.startsWith('spool-') || isDrain(point) || isBurst(point) || isMigration(point)),
  ...POINTS.filter((point) => isBackup(point) || isRestore(point)),
];

/** Plans `count` kills, in rounds with every point in random order; `only` replaces the round. */
export function planKills(random: Random, count: number, only?: readonly Moment[]): Kill[] {
  const plan: Moment[] = [];
  while (plan.length < count) plan.push(...(only ?? shuffled(random, ROUND)));
  return plan.slice(0, count).map((moment) => ({
    moment,
    occurrence: occurrenceOf(moment, random),
    isAtStart: isDrain(moment) && random() < 0.5,
  }));
}

function occurrenceOf(moment: Moment, random: Random): number {
  if (moment.endsWith('-reply')) return between(random, 1, 250);
  if (moment === 'before-commit' || moment === 'after-commit') return between(random, 1, 40);
  if (moment === 'backup-copying' || moment === 'restore-staging') return between(random, 1, 5);
  if (moment.startsWith('spool-') || isBurst(moment)) return between(random, 1, 8);
  return moment === 'migrating' ? between(random, 1, 60) : 1;
}
