import type { CourseLabel } from './dictionaries';
import { memoize } from './memoize';

/** The name of a course is the most frequent one among this many of its newest servings. */
const NEWEST = 50;
/** Number of rows that are searched for them. A course that is rarer than this gets the name of its newest serving. */
const LOOKED = 20_000;

/** The most frequent recent name of each course of a selection, by index in `Dictionaries.courses`. */
export const labelsOf = memoize(({ parts, cache: { dictionaries } }): ReadonlyMap<number, CourseLabel> => {
  const uses = new Map<number, Map<number, number>>();
  for (const { columns, rows } of parts) {
    const { course, label } = columns.columns;
    const seen = new Int32Array(dictionaries.courses.entries.length);
    for (let index = rows.length - 1; index >= 0; index -= 1) {
      const row = rows[index] as number;
      const of = course[row] as number;
      const before = seen[of] as number;
      if (before >= NEWEST || (before > 0 && rows.length - index > LOOKED)) continue;
      seen[of] = before + 1;
      const ofCourse = uses.get(of) ?? new Map<number, number>();
      uses.set(of, ofCourse);
      ofCourse.set(label[row] as number, (ofCourse.get(label[row] as number) ?? 0) + 1);
    }
  }
  return new Map(
    [...uses].map(([of, ofCourse]) => {
      const [mostFrequent] = [...ofCourse].reduce((best, one) => (one[1] > best[1] ? one : best));
      return [of, dictionaries.labels.entries[mostFrequent] ?? { name: null, abbreviation: null }];
    }),
  );
});
