import type { PracticeRules } from '../../domain/practice';

/** What a practice needs of the branch in which it runs. */
export type PracticePlace = {
  /** How far the clock of its POS is behind, in ms. */
  posOffsetMs: (branch: number) => number;
  /** How many commits about it are in memory. */
  revision: (branch: number) => number;
  /** When its POS last sent something, server time. */
  lastDeliveryAt: (branch: number) => number | null;
  /** How many real courses wait for somebody. */
  openCourses: (branch: number) => number;
  rules: (branch: number) => PracticeRules;
  /** Server time, epoch ms. */
  now: () => number;
};
