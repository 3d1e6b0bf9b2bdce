import type { PreparationUnit, UnitVotes } from '../contract/settings';

const SECONDS_IN: Record<PreparationUnit, number> = { seconds: 1, minutes: 60, milliseconds: 1 / 1000 };
const UNITS: readonly PreparationUnit[] = ['seconds', 'minutes', 'milliseconds'];
const ENOUGH_COURSES = 10;
const ENOUGH_AGREEMENT = 0.8;

/** F12: the unit in which the POS's time of a finished course is closest, by ratio, to the time that we measured. */
export function unitVote(posRaw: number | null, measuredMs: number | null): PreparationUnit | null {
  if (posRaw === null || posRaw <= 0 || measuredMs === null || measuredMs <= 0) return null;
  const distance = (unit: PreparationUnit) => Math.abs(Math.log((posRaw * SECONDS_IN[unit] * 1000) / measuredMs));
  return UNITS.reduce((nearest, unit) => (distance(unit) < distance(nearest) ? unit : nearest));
}

/** F12: the unit on which enough finished courses agree; null while there is none. */
export function agreedUnit(votes: UnitVotes): PreparationUnit | null {
  const total = UNITS.reduce((sum, unit) => sum + votes[unit], 0);
  if (total < ENOUGH_COURSES) return null;
  return UNITS.find((unit) => votes[unit] >= ENOUGH_AGREEMENT * total) ?? null;
}

/** F12: a raw preparation time in seconds; null if it or the unit is unknown. The POS sends zero for "none". */
export function inSeconds(raw: number | null, unit: PreparationUnit | null): number | null {
  return raw === null || raw <= 0 || unit === null ? null : raw * SECONDS_IN[unit];
}
