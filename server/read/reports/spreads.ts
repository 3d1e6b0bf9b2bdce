import type { Measure } from '../../../domain/course-times';
import type { Spread } from '../../../domain/report-figures';
import { type Grouping, groupCourses } from './groups';
import { gather, gatherTimes, mediansOf, spreadsOf, workedOut } from './measures';
import { onceOf } from './once';
import type { Selection } from './selection';
import { toldSeconds } from './told-times';

const foundSpreads = onceOf(() => new Map<string, readonly (Spread | null)[]>());
const foundExpected = onceOf(() => new Map<Grouping, readonly (number | null)[]>());

/** F17: how the times of a measure are spread in each group, found once. */
export function spreadsBy(selection: Selection, by: Grouping, measure: Measure): readonly (Spread | null)[] {
  const known = foundSpreads(selection);
  const key = `${by} ${measure}`;
  const spreads = known.get(key) ?? spreadsOf(gatherTimes(selection, groupCourses(selection, by).places, measure));
  known.set(key, spreads);
  return spreads;
}

/** F17: the median of what the POS expected in each group, in seconds, found once. */
export function expectedBy(selection: Selection, by: Grouping): readonly (number | null)[] {
  const known = foundExpected(selection);
  const medians = known.get(by) ?? mediansOf(gather(selection, groupCourses(selection, by).places, expectedOf));
  known.set(by, medians);
  return medians;
}

const expectedOf = workedOut(toldSeconds('expectedRaw'));
