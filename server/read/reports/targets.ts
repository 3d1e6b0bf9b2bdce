import { ENOUGH_COURSES, suggestedMinutes } from '../../../domain/target';
import { lateAfterMs } from '../../../domain/ticket';
import type { Source } from '../source';
import { groupCourses } from './groups';
import { type GroupedValues, gather, gatherTimes, mediansOf, seconds, spreadsOf, timesOf } from './measures';
import type { GroupPlaces } from './places';
import type { ReportFilter } from './report-filter';
import { type BranchSelection, type Selection, select } from './selection';
import { toldSeconds } from './told-times';

const expectedOf = toldSeconds('expectedRaw');

/** F18: what the POS expects of a course beside what it takes. Times in seconds. */
export type CourseTarget = {
  /** The course's number. */
  key: string;
  label: string;
  abbreviation: string | null;
  /** Of its newest course that has one. */
  expected: number | null;
  /** Measured courses, and those among them that had an expected time. */
  n: number;
  compared: number;
  /** The median of measured less expected: positive where it takes longer. */
  bias: number | null;
  /** 0 to 1, of the compared courses: took longer than was expected of them. */
  overShare: number | null;
  p50: number | null;
  p80: number | null;
  /** Null under 20 measured courses. */
  suggestedMinutes: number | null;
  /** 0 to 1, of the measured courses: would have been late by the suggested target and today's limit. */
  lateWithSuggested: number | null;
};

/** Course by course. */
export async function targetsOf(source: Source, filter: ReportFilter): Promise<CourseTarget[]> {
  const selection = await select(source, filter);
  const { groups, places } = groupCourses(selection, 'course');
  const bySize = gatherTimes(selection, places, 'preparation');
  const biases = gather(selection, places, beyondOf, new Float64Array(selection.count));
  const spreads = spreadsOf(bySize);
  const medians = mediansOf(biases);
  const newest = newestExpected(selection, places);
  return groups.map(({ key, label, abbreviation = null }, group) => {
    const ofGroup = partOf(bySize, group);
    const compared = partOf(biases, group);
    const spread = spreads[group] ?? null;
    const bias = medians[group] ?? null;
    const suggested = spread && ofGroup.length >= ENOUGH_COURSES ? suggestedMinutes(spread.p80 * 1000) : null;
    return {
      key,
      label,
      abbreviation,
      expected: newest[group] ?? null,
      n: ofGroup.length,
      compared: compared.length,
      bias: bias === null ? null : seconds(bias),
      overShare: compared.length === 0 ? null : shareOver(compared, 0),
      p50: spread?.p50 ?? null,
      p80: spread?.p80 ?? null,
      suggestedMinutes: suggested,
      lateWithSuggested: suggested === null ? null : shareOver(ofGroup, limitOf(selection, Number(key), suggested)),
    };
  });
}

/** Measured less expected, in ms. */
function beyondOf(part: BranchSelection): Float64Array {
  const beyond = timesOf('preparation')(part);
  const expected = expectedOf(part);
  for (let index = 0; index < beyond.length; index += 1)
    beyond[index] = (beyond[index] as number) - (expected[index] as number) * 1000;
  return beyond;
}

function partOf({ values, begins, ends }: GroupedValues, group: number): Float64Array {
  return values.subarray(begins[group], ends[group]);
}

function shareOver(values: Float64Array, limit: number): number {
  let over = 0;
  for (let at = 0; at < values.length; at += 1) if ((values[at] as number) > limit) over += 1;
  return over / values.length;
}

/** Of several branches the first one's limit. */
function limitOf({ parts }: Selection, course: number, minutes: number): number {
  const reading = parts[0]?.branch.reading;
  return reading ? lateAfterMs(minutes * 60, reading.limitsOf(course)) : Number.NaN;
}

function newestExpected({ parts }: Selection, { groupOf, begins }: GroupPlaces): (number | null)[] {
  const groups = begins.length - 1;
  const newest = new Array<number | null>(groups).fill(null);
  const newestAt = new Float64Array(groups).fill(Number.NEGATIVE_INFINITY);
  let at = 0;
  for (const part of parts) {
    const { rows } = part;
    const { beganAt } = part.columns.columns;
    const expected = expectedOf(part);
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] as number;
      const group = groupOf[at] as number;
      at += 1;
      if ((beganAt[row] as number) < (newestAt[group] as number)) continue;
      const seconds = expected[index] as number;
      if (Number.isNaN(seconds)) continue;
      newestAt[group] = beganAt[row] as number;
      newest[group] = seconds;
    }
  }
  return newest;
}
