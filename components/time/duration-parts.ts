const HOUR_SECONDS = 3600;

/** Milliseconds as managers' pages write them: `4:05`, and from an hour on hours and minutes. The sign is left out. */
export type DurationParts = { clock: string } | { hours: number; minutes: string };

export function durationParts(ms: number): DurationParts {
  const seconds = Math.round(Math.abs(ms) / 1000);
  if (seconds < HOUR_SECONDS) return { clock: `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}` };
  const minutes = Math.round(seconds / 60);
  return { hours: Math.floor(minutes / 60), minutes: twoDigits(minutes % 60) };
}

/** The sign of a difference; none where it rounds to nothing. */
export function signOf(ms: number): '+' | '−' | '' {
  const seconds = Math.round(ms / 1000);
  if (seconds === 0) return '';
  return seconds > 0 ? '+' : '−';
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
