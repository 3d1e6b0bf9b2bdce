import type { HistoryCourse, HistoryVisit } from '../../contract/history';

/** Data of a history page. */
export type Listing =
  | {
      by: 'course';
      courses: HistoryCourse[];
      /** Total number of matches; null if counting would take too long. */
      count: number | null;
      /** Cursor of the next, older page. */
      next: string | null;
      /** Whether this is a later page. */
      isFurther: boolean;
    }
  | {
      by: 'table';
      visits: HistoryVisit[];
      total: number;
      /** Number of matching courses in all these orders. */
      count: number;
      offset: number;
      next: string | null;
    }
  | { by: 'table'; mostDays: number };
