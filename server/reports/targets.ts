import type { CourseTarget } from '../../contract/reports';
import { ENOUGH_COURSES, suggestedMinutes } from '../../domain/course-times';
import { lateAfterMs } from '../../domain/ticket';
import { groupCourses } from './groups';
import type { Course } from './read-courses';
import { count, medianOf, seconds, spreadOf, timesOf } from './summary';

/** F18: for each course the expected time, how well it fits, and a suggestion. */
export function targetsOf(courses: readonly Course[]): CourseTarget[] {
  return groupCourses(courses, 'course').map(({ key, label, abbreviation = null, courses: of }) => {
    const spread = spreadOf(timesOf(of, 'preparation'));
    const beyond = of.flatMap(({ times: { preparation }, expected }) =>
      preparation === null || expected === null ? [] : preparation - expected * 1000,
    );
    const bias = medianOf(beyond);
    const minutes = spread && spread.n >= ENOUGH_COURSES ? suggestedMinutes(spread.p80 * 1000) : null;
    return {
      key,
      label,
      abbreviation,
      expected: newestExpected(of),
      n: spread?.n ?? 0,
      compared: beyond.length,
      bias: bias === null ? null : seconds(bias),
      overShare: beyond.length === 0 ? null : beyond.filter((ms) => ms > 0).length / beyond.length,
      p50: spread?.p50 ?? null,
      p80: spread?.p80 ?? null,
      suggestedMinutes: minutes,
      lateWithSuggested: spread === null || minutes === null ? null : count(of, isLateBy(minutes)) / spread.n,
    };
  });
}

/** Whether the preparation of a course would be late by a target, and the limits of its branch. */
function isLateBy(minutes: number): (course: Course) => boolean {
  return ({ times: { preparation }, branch, courseNumber }) =>
    preparation !== null && preparation > lateAfterMs(minutes * 60, branch.reading.limitsOf(courseNumber));
}

function newestExpected(courses: readonly Course[]): number | null {
  let newest: Course | null = null;
  for (const course of courses)
    if (course.expected !== null && course.beganAt >= (newest?.beganAt ?? Number.NEGATIVE_INFINITY)) newest = course;
  return newest?.expected ?? null;
}
