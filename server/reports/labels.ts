import type { CourseLabel } from './dictionaries';
import { memoize } from './memoize';

/** The name of a course is the most frequent one among this many of its newest courses in each branch. */
const NEWEST = 50;
/** Only this many newest rows of a branch are searched for them. In older rows only a course that was not seen yet is. */
const SEARCHED = 20_000;

/** The most frequent recent name of each course of a selection, by index in `Dictionaries.courses`. */
export const labelsOf = memoize(({ parts, cache: { dictionaries } }): ReadonlyMap<number, CourseLabel> => {
  const uses = new Map<number, Map<number, number>>();
  for (const { columns, rows } of parts) {
    const { course, label } = columns.columns;
    const seen = new Int32Array(dictionaries.courses.entries.length);
    for (let index = rows.length - 1; index >= 0; index -= 1) {
      const row = rows[index] as number;
      const code = course[row] as number;
      const count = seen[code] as number;
      if (count >= NEWEST || (count > 0 && rows.length - index > SEARCHED)) continue;
      seen[code] = count + 1;
      const ofCourse = uses.get(code) ?? new Map<number, number>();
      uses.set(code, ofCourse);
      ofCourse.set(label[row] as number, (ofCourse.get(label[row] as number) ?? 0) + 1);
    }
  }
  return new Map(
    [...uses].map(([code, ofCourse]) => {
      const [mostFrequent] = [...ofCourse].reduce((best, one) => (one[1] > best[1] ? one : best));
      return [code, dictionaries.labels.entries[mostFrequent] ?? { name: null, abbreviation: null }];
    }),
  );
});
