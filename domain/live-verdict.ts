import type { Pace } from './live-strip';

/** Of fewer courses than these the middle one says nothing of a kitchen. */
export const ENOUGH_COURSES = 5;
/** From so many on, pages tell a percentile without a word of caution. */
export const MANY_COURSES = 20;

/** F20b: what a manager is told of a pace. `count` is how many courses that rests on. */
export type Verdict =
  /** Nothing became ready whose preparation counts. */
  | { is: 'nothing' }
  /** What was ready has no expected time, or the unit of the POS's times is not known yet. */
  | { is: 'no-target'; count: number }
  | { is: 'few'; count: number }
  | { is: 'behind' | 'ahead'; minutes: number; count: number; isThin: boolean }
  | { is: 'as-expected'; count: number; isThin: boolean };

/** F20b */
export function verdictOf({ counted, against }: Pick<Pace, 'counted' | 'against'>): Verdict {
  if (counted.length === 0) return { is: 'nothing' };
  if (against === null) return { is: 'no-target', count: counted.length };
  const { count, behindSeconds } = against;
  if (count < ENOUGH_COURSES) return { is: 'few', count };
  const isThin = count < MANY_COURSES;
  const minutes = Math.round(Math.abs(behindSeconds) / 60);
  if (minutes === 0) return { is: 'as-expected', count, isThin };
  return { is: behindSeconds > 0 ? 'behind' : 'ahead', minutes, count, isThin };
}

/** F20c: quiet for so long, with food in flight, is worth a look at the POS. */
export const QUIET_MS = 15 * 60_000;

/** F20c: whether a POS that should be talking says nothing. Instants by the server's clock. */
export function isQuiet(lastDeliveryAt: number | null, open: number, serverNow: number): boolean {
  return lastDeliveryAt !== null && open > 0 && serverNow - lastDeliveryAt >= QUIET_MS;
}

/** What branches are put in order by. */
export type Trouble = { isQuiet: boolean; verdict: Verdict; late: number; number: number };

/** F20d: worst first: whose POS is quiet, then by minutes behind, then by courses that are late now, then by number. */
export function byTrouble(a: Trouble, b: Trouble): number {
  return (
    Number(b.isQuiet) - Number(a.isQuiet) ||
    minutesBehind(b.verdict) - minutesBehind(a.verdict) ||
    b.late - a.late ||
    a.number - b.number
  );
}

function minutesBehind(verdict: Verdict): number {
  if (verdict.is === 'behind') return verdict.minutes;
  return verdict.is === 'ahead' ? -verdict.minutes : 0;
}
