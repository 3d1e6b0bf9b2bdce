import type { BranchCalendar } from '../../domain/business-day';
import type { Service } from '../../domain/services';

/** A course that a branch has served of late, by its number. */
export type KnownCourse = { number: number; name: string | null; abbreviation: string | null };

/** A branch as managers' pages know it. */
export type OfficeBranch = BranchCalendar & {
  number: number;
  name: string | null;
  services: readonly Service[];
  courses: readonly KnownCourse[];
  /** Its now, by its POS's clock, when the page was made. */
  now: number;
};
