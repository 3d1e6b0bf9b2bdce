import type { Exclusion } from '../../contract/reports';
import { EXCLUSIONS } from '../../contract/reports';
import { EXCLUSION_OF_FLAGS } from './exclusions';
import { lateAfter } from './late-after';
import { memoize } from './memoize';
import type { GroupPlaces } from './places';
import type { Selection } from './selection';

const LATE = EXCLUSIONS.length + 1;
const STATUSES = LATE + 1;

/** For each selected course: 0 if its preparation counts, LATE if that was late, else its value in EXCLUSION_OF_FLAGS. */
const statusesOf = memoize(({ parts, count, cache }) => {
  const statuses = new Uint8Array(count);
  let at = 0;
  for (const { branch, columns, rows } of parts) {
    const { preparation, flags } = columns.columns;
    const limitOf = lateAfter(branch, columns.columns, cache.dictionaries);
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] as number;
      // The preparation of an excluded course is NaN, so it is never late.
      const isLate = (preparation[row] as number) > limitOf(row);
      statuses[at] = isLate ? LATE : (EXCLUSION_OF_FLAGS[flags[row] as number] as number);
      at += 1;
    }
  }
  return statuses;
});

type Counts = { count: number; measured: number; late: number; excluded: Partial<Record<Exclusion, number>> };

/** Weak, because a heat map uses its places only once. */
const countsIn = memoize(() => new WeakMap<GroupPlaces, Int32Array>());

/** F13, F17: the number of courses of each group, of excluded ones by reason, and of late ones among the others. */
export function countsOf(selection: Selection, places: GroupPlaces): (group: number) => Counts {
  const ofSelection = countsIn(selection);
  const counts = ofSelection.get(places) ?? countStatuses(statusesOf(selection), places);
  ofSelection.set(places, counts);
  return (group) => {
    const ofGroup = counts.subarray(group * STATUSES, (group + 1) * STATUSES);
    const excluded = EXCLUSIONS.map((reason, index) => [reason, ofGroup[index + 1] ?? 0] as const);
    const late = ofGroup[LATE] ?? 0;
    return {
      count: ofGroup.reduce((sum, of) => sum + of, 0),
      measured: (ofGroup[0] ?? 0) + late,
      late,
      excluded: Object.fromEntries(excluded.filter(([, of]) => of > 0)),
    };
  };
}

/** The number of courses of each status, group by group. */
function countStatuses(statuses: Uint8Array, { groupOf, begins }: GroupPlaces): Int32Array {
  const counts = new Int32Array((begins.length - 1) * STATUSES);
  for (let at = 0; at < statuses.length; at += 1) {
    const place = (groupOf[at] as number) * STATUSES + (statuses[at] as number);
    counts[place] = (counts[place] as number) + 1;
  }
  return counts;
}
