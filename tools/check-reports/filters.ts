import type { BranchRules, ExportedCourse } from './exported-course';
import { isLate, weekdayOf } from './recompute';

/** A query of the API, and a predicate for the courses that it should select. */
export type TestFilter = { query: Record<string, string>; selects: (course: ExportedCourse) => boolean };

/** Filters for every parameter, alone and combined, each of which selects some of these courses. */
export function testFilters(courses: readonly ExportedCourse[], rules: BranchRules, now: number): TestFilter[] {
  const middle = courses[courses.length >> 1];
  if (!middle) return [{ query: {}, selects: () => true }];
  const from = middle.began - 3 * 3_600_000;
  const isPastLimit = (course: ExportedCourse) => {
    const until = course.ready ?? (course.isOpen ? now : null);
    return course.start !== null && until !== null && isLate({ ...course, ready: until }, rules);
  };
  const range = { from: new Date(from).toISOString(), to: new Date(middle.began).toISOString() };
  const weekday = weekdayOf(middle.businessDay);
  const filters: TestFilter[] = [
    { query: {}, selects: () => true },
    { query: range, selects: ({ began }) => from <= began && began < middle.began },
    { query: { course: middle.course }, selects: ({ course }) => course === middle.course },
    {
      query: { course: middle.abbreviation.toLowerCase() },
      selects: ({ abbreviation }) => abbreviation.toLowerCase() === middle.abbreviation.toLowerCase(),
    },
    { query: { service: middle.service }, selects: ({ service }) => service === middle.service },
    { query: { orderKind: 'cafeteria' }, selects: ({ kind }) => kind === 'cafeteria' },
    { query: { state: 'COMPLETED' }, selects: ({ serve }) => serve !== null },
    { query: { state: 'READYFORPICKUP' }, selects: ({ serve, ready }) => serve === null && ready !== null },
    { query: { late: 'true' }, selects: isPastLimit },
    { query: { late: 'false' }, selects: (course) => !isPastLimit(course) },
    {
      query: { weekday: String(weekday), hour: String(middle.hour) },
      selects: ({ businessDay, hour }) => weekdayOf(businessDay) === weekday && hour === middle.hour,
    },
  ];
  const night = courses.find(({ isNextDay }) => isNextDay);
  if (night)
    filters.push({
      query: { hour: String(night.hour), nextDay: 'true' },
      selects: ({ hour, isNextDay }) => hour === night.hour && isNextDay,
    });
  const seated = courses.find(({ table, guests }) => table !== '' && guests !== 'none');
  if (!seated) return filters;
  return [
    ...filters,
    { query: { table: seated.table }, selects: ({ table }) => table === seated.table },
    { query: { guests: seated.guests }, selects: ({ guests }) => guests === seated.guests },
  ];
}
