import type { BoardGap } from '../../contract/live';
import { membersOf } from '../live/message-shapes';
import type { Place } from '../time/ago';
import { clockText } from '../time/clock-text';

/**
 * When a gap began and ended, on the branch's clock: to the minute, to the second where both are within one, and with the
 * day of its begin where that is another one.
 */
export function gapTimes(gap: Pick<BoardGap, 'from' | 'to'>, place: Place): { from: string; to: string } {
  const [from, to] = [Date.parse(gap.from), Date.parse(gap.to)];
  const day = (at: number) =>
    new Intl.DateTimeFormat(place.locale, { timeZone: place.timeZone, day: 'numeric', month: 'long' }).format(at);
  const begun = day(from) === day(to) ? '' : `${day(from)}, `;
  const clock = (at: number, withSeconds: boolean) => clockText(at, place.timeZone, withSeconds);
  const isShort = clock(from, false) === clock(to, false) && begun === '';
  return { from: `${begun}${clock(from, isShort)}`, to: clock(to, isShort) };
}

/** Those of a message that can be told: a wall does without the others rather than without its cards. */
export function tellable(gaps: unknown): BoardGap[] {
  const isInstant = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
  const isTellable = (gap: unknown): gap is BoardGap =>
    isInstant(membersOf(gap)['from']) && isInstant(membersOf(gap)['to']);
  return Array.isArray(gaps) ? gaps.filter(isTellable) : [];
}
