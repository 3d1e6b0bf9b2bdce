import type { ShownGap } from '../../contract/live';
import { clockText } from '../time/clock-text';
import type { Place } from '../time/when';

/**
 * Start and end of a gap in the branch's time zone: to the minute, to the second if both are in the same minute, and
 * with the first day if it ended on another one.
 */
export function gapTimes(gap: Pick<ShownGap, 'from' | 'to'>, place: Place): { from: string; to: string } {
  const [from, to] = [Date.parse(gap.from), Date.parse(gap.to)];
  const day = (at: number) =>
    new Intl.DateTimeFormat(place.locale, { timeZone: place.timeZone, day: 'numeric', month: 'long' }).format(at);
  const begun = day(from) === day(to) ? '' : `${day(from)}, `;
  const clock = (at: number, withSeconds: boolean) => clockText(at, place.timeZone, withSeconds);
  const isShort = clock(from, false) === clock(to, false) && begun === '';
  return { from: `${begun}${clock(from, isShort)}`, to: clock(to, isShort) };
}
