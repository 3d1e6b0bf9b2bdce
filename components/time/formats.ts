const dates = new Map<string, Intl.DateTimeFormat>();

// Creating an Intl format costs a hundred times as much as using it, and a page over a year uses thousands.

/** Returns the date format of these options, created once. The options come from the code, so there are few. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return keptIn(dates, locale, options, () => new Intl.DateTimeFormat(locale, options));
}

const numbers = new Map<string, Intl.NumberFormat>();

/** Like `dateFormat`, for numbers. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return keptIn(numbers, locale, options, () => new Intl.NumberFormat(locale, options));
}

function keptIn<Format>(formats: Map<string, Format>, locale: string, options: object, make: () => Format): Format {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? make();
  formats.set(key, known);
  return known;
}

const HOUR_SECONDS = 3600;

/** Duration in ms for managers' pages: `4:05`, and hours and minutes from one hour on. Without a sign. */
type DurationParts = { clock: string } | { hours: number; minutes: string };

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
