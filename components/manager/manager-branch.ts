import type { BranchCalendar } from '../../domain/business-day';
import type { Service } from '../../domain/services';

/** A course that a branch served recently, by its number. */
type KnownCourse = { number: number; name: string | null; abbreviation: string | null };

/** A branch as manager pages know it. */
export type ManagerBranch = BranchCalendar & {
  number: number;
  name: string | null;
  services: readonly Service[];
  courses: readonly KnownCourse[];
  /** Its time by its POS's clock, when the page was rendered. */
  now: number;
};

export type NamedBranch = Pick<ManagerBranch, 'number' | 'name'>;
