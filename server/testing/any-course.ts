import type { CourseFilter } from '../history/course-filter';

/** A filter that matches every course. */
export const ANY_COURSE = {
  from: null,
  to: null,
  course: null,
  table: null,
  service: null,
  orderKind: null,
  state: null,
  late: null,
  guests: null,
  weekday: null,
  hour: null,
  tickets: null,
  leftOut: null,
  took: null,
  q: null,
} as const satisfies Partial<CourseFilter>;
