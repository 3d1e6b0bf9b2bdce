import type { CourseTarget } from '../../contract/reports';
import { inSeconds } from '../../domain/preparation-unit';
import { ENOUGH_COURSES, suggestedMinutes } from '../../domain/target';
import { lateAfterMs } from '../../domain/ticket';
import type { Source } from '../sql/statements';
import { groupCourses } from './groups';
import { computedValues, gather, mediansOf, seconds } from './measures';
import { memoize } from './memoize';
import type { GroupPlaces } from './places';
import { posDifferenceMs } from './pos-durations';
import type { ReportFilter } from './report-filter';
import { type Selection, select } from './selection';
import { spreadsBy } from './spreads';

/** F18: for each course the expected time, how well it fits, and a suggestion. */
export async function targetsOf(source: Source, filter: ReportFilter): Promise<CourseTarget[]> {
  return targetsIn(await select(source, filter));
}

const beyondExpected = computedValues(posDifferenceMs('expectedRaw', 'pos'));

const targetsIn = memoize((selection): CourseTarget[] => {
  const { groups, places } = groupCourses(selection, 'course');
  const spreads = spreadsBy(selection, 'course', 'preparation');
  const beyond = gather(selection, places, beyondExpected);
  const medians = mediansOf(beyond);
  const newest = newestExpected(selection, places);
  const suggested = spreads.map((spread) =>
    spread && spread.n >= ENOUGH_COURSES ? suggestedMinutes(spread.p80 * 1000) : null,
  );
  const courses = groups.map(({ key }) => Number(key));
  const late = lateWith(suggested, courses, selection, places);
  return groups.map(({ key, label, abbreviation = null }, group) => {
    const compared = beyond.values.subarray(beyond.begins[group], beyond.ends[group]);
    const spread = spreads[group] ?? null;
    const bias = medians[group] ?? null;
    const minutes = suggested[group] ?? null;
    return {
      key,
      label,
      abbreviation,
      expected: newest[group] ?? null,
      n: spread?.n ?? 0,
      compared: compared.length,
      bias: bias === null ? null : seconds(bias),
      overShare: compared.length === 0 ? null : countPositive(compared) / compared.length,
      p50: spread?.p50 ?? null,
      p80: spread?.p80 ?? null,
      suggestedMinutes: minutes,
      lateWithSuggested: spread === null || minutes === null ? null : (late[group] ?? 0) / spread.n,
    };
  });
});

function countPositive(values: Float64Array): number {
  let count = 0;
  for (let at = 0; at < values.length; at += 1) if ((values[at] as number) > 0) count += 1;
  return count;
}

/** The number of preparations of each group that would be late by its suggested target; none without one. */
function lateWith(
  suggested: readonly (number | null)[],
  courses: readonly number[],
  { parts }: Selection,
  { groupOf }: GroupPlaces,
): Int32Array {
  const late = new Int32Array(courses.length);
  let at = 0;
  for (const { branch, columns, rows } of parts) {
    const { preparation } = columns.columns;
    const { limitsOf } = branch.reading;
    const limitOfGroup = Float64Array.from(courses, (course, group) => {
      const minutes = suggested[group] ?? null;
      return minutes === null ? Number.NaN : lateAfterMs(minutes * 60, limitsOf(course));
    });
    for (let index = 0; index < rows.length; index += 1) {
      const group = groupOf[at] as number;
      if ((preparation[rows[index] as number] as number) > (limitOfGroup[group] as number))
        late[group] = (late[group] as number) + 1;
      at += 1;
    }
  }
  return late;
}

function newestExpected({ parts }: Selection, { groupOf, begins }: GroupPlaces): (number | null)[] {
  const groups = begins.length - 1;
  const newest = new Array<number | null>(groups).fill(null);
  const newestAt = new Float64Array(groups).fill(Number.NEGATIVE_INFINITY);
  let at = 0;
  for (const part of parts) {
    const { rows } = part;
    const { beganAt, expectedRaw } = part.columns.columns;
    const { unit } = part.branch.reading;
    // Backwards, because the newest are at the end: most others are then skipped by the first comparison.
    for (let index = rows.length - 1; index >= 0; index -= 1) {
      const row = rows[index] as number;
      const group = groupOf[at + index] as number;
      if ((beganAt[row] as number) <= (newestAt[group] as number)) continue;
      const seconds = inSeconds(expectedRaw[row] as number, unit);
      if (seconds === null) continue;
      newestAt[group] = beganAt[row] as number;
      newest[group] = seconds;
    }
    at += rows.length;
  }
  return newest;
}
