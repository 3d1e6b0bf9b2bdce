import type { PracticeRules } from '../../domain/practice';

/** What a practice needs of the branch in which it runs. */
export type PracticePlace = {
  /** How far the clock of its POS is behind, in ms. */
  posOffsetMs: (branch: number) => number;
  /** How many commits about it are in memory. */
  revision: (branch: number) => number;
  /** The revision of the newest commit with a delivery of its POS; 0 if none is known. */
  deliveredIn: (branch: number) => number;
  /** How many real courses wait for somebody. */
  openCourses: (branch: number) => number;
  rules: (branch: number) => PracticeRules;
  /** Server time, epoch ms. */
  now: () => number;
};
