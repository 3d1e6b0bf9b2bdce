import type { BranchRules, ExportedCourse } from './exported-course';
import { isLate, weekdayOf } from './recompute';

/** A filter: the query of the API, and a predicate for the courses that it should select. */
export type Wish = { query: Record<string, string>; isMeant: (course: ExportedCourse) => boolean };

/** Filters that select some of these courses, by every parameter, alone and combined. */
export function wishesFor(courses: readonly ExportedCourse[], house: BranchRules, now: number): Wish[] {
  const middle = courses[courses.length >> 1];
  if (!middle) return [{ query: {}, isMeant: () => true }];
  const from = middle.began - 3 * 3_600_000;
  const isPastLimit = (course: ExportedCourse) => {
    const until = course.ready ?? (course.isOpen ? now : null);
    return course.start !== null && until !== null && isLate({ ...course, ready: until }, house);
  };
  const range = { from: new Date(from).toISOString(), to: new Date(middle.began).toISOString() };
  const weekday = weekdayOf(middle.businessDay);
  const wishes: Wish[] = [
    { query: {}, isMeant: () => true },
    { query: range, isMeant: ({ began }) => from <= began && began < middle.began },
    {
      query: { course: middle.course },
      isMeant: ({ course, abbreviation }) => course === middle.course || abbreviation === middle.course,
    },
    {
      query: { course: middle.abbreviation.toLowerCase() },
      isMeant: ({ abbreviation }) => abbreviation.toLowerCase() === middle.abbreviation.toLowerCase(),
    },
    { query: { service: middle.service }, isMeant: ({ service }) => service === middle.service },
    { query: { orderKind: 'cafeteria' }, isMeant: ({ kind }) => kind === 'cafeteria' },
    { query: { state: 'COMPLETED' }, isMeant: ({ serve }) => serve !== null },
    { query: { state: 'READYFORPICKUP' }, isMeant: ({ serve, ready }) => serve === null && ready !== null },
    { query: { late: 'true' }, isMeant: isPastLimit },
    { query: { late: 'false' }, isMeant: (course) => !isPastLimit(course) },
    {
      query: { weekday: String(weekday), hour: String(middle.hour) },
      isMeant: ({ businessDay, hour }) => weekdayOf(businessDay) === weekday && hour === middle.hour,
    },
  ];
  const seated = courses.find(({ table, guests }) => table !== '' && guests !== 'none');
  if (!seated) return wishes;
  return [
    ...wishes,
    { query: { table: seated.table }, isMeant: ({ table }) => table === seated.table },
    { query: { guests: seated.guests }, isMeant: ({ guests }) => guests === seated.guests },
  ];
}
