import { between, type Random, shuffled } from '../pos-simulator/random';

/** Points at which kill-at.mjs can kill the server, and the last occurrence at which it does. */
const POINTS = {
  'before-commit': 40,
  'after-commit': 40,
  'before-reply': 250,
  'after-reply': 250,
  'inbox-before-commit': 150,
  'inbox-after-commit': 150,
  'inbox-deleted': 40,
  'backlog-before-commit': 1,
  'backlog-after-commit': 1,
  'backup-copying': 5,
  'backup-before-rename': 1,
  'backup-after-rename': 1,
  'restore-staging': 5,
  'restore-before-swap': 1,
  'restore-between': 1,
  'restore-after-swap': 1,
};
export type Point = keyof typeof POINTS;
const ALL_POINTS = Object.keys(POINTS) as Point[];

/**
 * `random`: at any instant under load; `random-locked`: the same while the database is locked; `database-crash`: the same
 * after PostgreSQL was stopped at once and started again.
 */
export type Moment = Point | 'random' | 'random-locked' | 'database-crash';
export const MOMENTS: readonly Moment[] = [...ALL_POINTS, 'random', 'random-locked', 'database-crash'];

/** The kills of a server on PostgreSQL. The other points are in the code of SQLite. */
export const MOMENTS_OF_POSTGRESQL: readonly Moment[] = [
  ...(['random', 'database-crash', 'random', 'before-reply', 'database-crash', 'random', 'after-reply'] as const),
];

/** One kill, at the given occurrence of the point. `isAtStart`: while the next server starts. */
export type Kill = { moment: Moment; occurrence: number; isAtStart: boolean };

/** Points at which deliveries that waited for the database are committed. */
export const isBacklog = (moment: Moment) => moment.startsWith('backlog-');
export const isBackup = (moment: Moment) => moment.startsWith('backup-');
export const isRestore = (moment: Moment) => moment.startsWith('restore-');
/** Whether the database has to be locked, so that deliveries stay in the inbox. */
export const needsLock = ({ moment }: Kill) => moment === 'random-locked' || isBacklog(moment);

/** The kills of one round. Frequent operations occur more than once. */
const ROUND: readonly Moment[] = [
  ...ALL_POINTS,
  ...ALL_POINTS.filter((point) => POINTS[point] > 5),
  ...new Array<Moment>(8).fill('random'),
  'random-locked',
];

/** Plans `count` kills, in rounds with every point in random order; `only` replaces the round. */
export function planKills(random: Random, count: number, only?: readonly Moment[]): Kill[] {
  const plan: Moment[] = [];
  while (plan.length < count) plan.push(...(only ?? shuffled(random, ROUND)));
  return plan.slice(0, count).map((moment) => ({
    moment,
    occurrence: between(random, 1, moment in POINTS ? POINTS[moment as Point] : 1),
    isAtStart: isBacklog(moment) && random() < 0.5,
  }));
}
