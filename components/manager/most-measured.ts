/** Number of courses with a tile of their own. */
const TILES = 4;

/** Most measured courses, in the given order. Courses without measurements are left out. */
export function mostMeasured<Course>(courses: readonly Course[], countOf: (course: Course) => number): Course[] {
  const kept = new Set(
    courses
      .filter((course) => countOf(course) > 0)
      .toSorted((a, b) => countOf(b) - countOf(a))
      .slice(0, TILES),
  );
  return courses.filter((course) => kept.has(course));
}
