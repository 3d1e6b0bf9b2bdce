import { between, type Random, shuffled } from '../pos-simulator/random';

/** Points at which kill-at.mjs can kill the server. */
const POINTS = [
  'before-commit',
  'after-commit',
  'before-reply',
  'after-reply',
  'inbox-before-commit',
  'inbox-after-commit',
  'inbox-deleted',
  'backlog-before-commit',
  'backlog-after-commit',
  'backup-copying',
  'backup-before-rename',
  'backup-after-rename',
  'restore-staging',
  'restore-before-swap',
  'restore-between',
  'restore-after-swap',
] as const;
export type Point = (typeof POINTS)[number];

/**
 * `random`: at any instant under load; `random-locked`: the same while the database is locked; `database-crash`: the same
 * after PostgreSQL was stopped at once and started again.
 */
export type Moment = Point | 'random' | 'random-locked' | 'database-crash';

export const MOMENTS: readonly Moment[] = [...POINTS, 'random', 'random-locked', 'database-crash'];

/** The kills of a server on PostgreSQL. The other points are in the code of SQLite. */
export const MOMENTS_OF_POSTGRESQL: readonly Moment[] = [
  ...(['random', 'database-crash', 'random', 'before-reply', 'database-crash', 'random', 'after-reply'] as const),
];

/** One kill, at the given occurrence of the point. `isAtStart`: while the next server starts. */
export type Kill = { moment: Moment; occurrence: number; isAtStart: boolean };

/** Whether the database has to be locked, so that deliveries stay in the inbox. */
export function needsLock({ moment }: Kill): boolean {
  return moment === 'random-locked' || isBacklog(moment);
}

/** Points at which deliveries that waited for the database are committed. */
export function isBacklog(moment: Moment): boolean {
  return moment.startsWith('backlog-');
}

/** Points at which deliveries are written to the inbox, or deleted from it. */
function isInbox(moment: Moment): boolean {
  return moment.startsWith('inbox-');
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
  ...POINTS.filter((point) => isInbox(point) || isBacklog(point)),
  ...POINTS.filter(isInbox),
  ...POINTS.filter((point) => isBackup(point) || isRestore(point)),
];

/** Plans `count` kills, in rounds with every point in random order; `only` replaces the round. */
export function planKills(random: Random, count: number, only?: readonly Moment[]): Kill[] {
  const plan: Moment[] = [];
  while (plan.length < count) plan.push(...(only ?? shuffled(random, ROUND)));
  return plan.slice(0, count).map((moment) => ({
    moment,
    occurrence: occurrenceOf(moment, random),
    isAtStart: isBacklog(moment) && random() < 0.5,
  }));
}

function occurrenceOf(moment: Moment, random: Random): number {
  if (moment.endsWith('-reply')) return between(random, 1, 250);
  if (moment === 'before-commit' || moment === 'after-commit') return between(random, 1, 40);
  if (moment === 'backup-copying' || moment === 'restore-staging') return between(random, 1, 5);
  if (isInbox(moment)) return between(random, 1, 150);
  return 1;
}
