const HOUR_SECONDS = 3600;

/** Duration in ms for managers' pages: `4:05`, and hours and minutes from one hour on. Without a sign. */
export type DurationParts = { clock: string } | { hours: number; minutes: string };

export function durationParts(ms: number): DurationParts {
  const seconds = Math.round(Math.abs(ms) / 1000);
  if (seconds < HOUR_SECONDS) return { clock: `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}` };
  const minutes = Math.round(seconds / 60);
  return { hours: Math.floor(minutes / 60), minutes: twoDigits(minutes % 60) };
}

/** Sign of a difference; none if it rounds to zero. */
export function signOf(ms: number): '+' | '−' | '' {
  if (Math.round(Math.abs(ms) / 1000) === 0) return '';
  return ms > 0 ? '+' : '−';
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
