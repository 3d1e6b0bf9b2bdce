import { between, type Random, shuffled } from '../pos-simulator/random';

/** Points of the server's work at which it can be killed (kill-at.mjs). */
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
export type When = Point | 'random' | 'random-locked';

/** One kill: the moment, and at which occurrence of the point. */
export type Kill = { when: When; occurrence: number; isAtStart: boolean };

const LOCKED: readonly When[] = ['spool-torn', 'spool-written', 'spool-synced', 'random-locked'];

/** Whether the moment requires a locked database, so that deliveries go to the spool. */
export function needsSpool({ when }: Kill): boolean {
  return LOCKED.includes(when) || isDrain(when);
}

export function isDrain(when: When): boolean {
  return when.startsWith('drain-');
}

/** Points in a burst, whose deliveries are acknowledged before the commit. */
export function isBurst(when: When): boolean {
  return when.startsWith('burst-');
}

export function isMigration(when: When): boolean {
  return when.startsWith('migrat');
}

export function isBackup(when: When): boolean {
  return when.startsWith('backup-');
}

export function isRestore(when: When): boolean {
  return when.startsWith('restore-');
}

/** The kills of one round: commits happen far more often than updates. */
const ROUND: readonly When[] = [
  ...(['before-commit', 'after-commit', 'before-reply', 'after-reply'] as const).flatMap((when) => [when, when]),
  ...(['random', 'random', 'random', 'random', 'random', 'random', 'random', 'random'] as const),
  'random-locked',
  ...POINTS.filter((point) => point.startsWith('spool-') || isDrain(point) || isBurst(point) || isMigration(point)),
  ...POINTS.filter((point) => isBackup(point) || isRestore(point)),
];

/** Plans that many kills, in rounds with every point; `only` replaces the round. */
export function planKills(random: Random, count: number, only?: readonly When[]): Kill[] {
  const plan: When[] = [];
  while (plan.length < count) plan.push(...(only ?? shuffled(random, ROUND)));
  return plan.slice(0, count).map((when) => ({
    when,
    occurrence: occurrenceOf(when, random),
    isAtStart: isDrain(when) && random() < 0.5,
  }));
}

function occurrenceOf(when: When, random: Random): number {
  if (when.endsWith('-reply')) return between(random, 1, 250);
  if (when === 'before-commit' || when === 'after-commit') return between(random, 1, 40);
  if (when === 'backup-copying' || when === 'restore-staging') return between(random, 1, 5);
  if (when.startsWith('spool-') || isBurst(when)) return between(random, 1, 8);
  return when === 'migrating' ? between(random, 1, 60) : 1;
}
