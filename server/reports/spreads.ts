import type { Measure, Spread } from '../../contract/reports';
import { type Grouping, groupCourses } from './groups';
import { gatherTimes, spreadOfAll, spreadsOf } from './measures';
import { memoize } from './memoize';
import type { Selection } from './selection';

const foundSpreads = memoize(() => new Map<string, readonly (Spread | null)[]>());

/** F17: mean, maximum and percentiles of a measure in each group, in seconds; null without any. Memoized. */
export function spreadsBy(selection: Selection, by: Grouping, measure: Measure): readonly (Spread | null)[] {
  const known = foundSpreads(selection);
  const key = `${by} ${measure}`;
  const spreads = known.get(key) ?? findSpreads(selection, by, measure);
  known.set(key, spreads);
  return spreads;
}

function findSpreads(selection: Selection, by: Grouping, measure: Measure): readonly (Spread | null)[] {
  if (by === 'none' && measure !== 'visit') return [spreadOfAll(selection, measure)];
  return spreadsOf(gatherTimes(selection, groupCourses(selection, by).places, measure));
}
