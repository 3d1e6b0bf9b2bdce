import { EXCLUSIONS } from '../../contract/reports';
import { exclusionOf } from '../../domain/course-times';
import { FLAG } from './report-row';

const SETS_OF_FLAGS = 2 * Math.max(...Object.values(FLAG));

/** For each set of flags: 0 if the preparation counts, else 1 + the index of the reason in EXCLUSIONS. */
export const EXCLUSION_OF_FLAGS = Uint8Array.from({ length: SETS_OF_FLAGS }, (_, flags) => {
  const has = (flag: number) => (flags & flag) !== 0;
  const reason = exclusionOf({
    hasStart: has(FLAG.hasStart),
    hasReady: has(FLAG.hasReady),
    isClockSkewed: has(FLAG.clockSkewed),
    isBulk: has(FLAG.completedInBulk | FLAG.servedInBulk),
  });
  return reason === null ? 0 : 1 + EXCLUSIONS.indexOf(reason);
});

/** F13: the duration of a preparation in ms; NaN if it does not count. */
export function preparationMs(flags: number, beganAt: number, readyAt: number): number {
  return EXCLUSION_OF_FLAGS[flags] === 0 ? readyAt - beganAt : Number.NaN;
}
