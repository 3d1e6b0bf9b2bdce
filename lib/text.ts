/** Letters that `toUpperCase` does not turn into the capital that people take for theirs. */
const CAPITALS: Readonly<Record<string, string>> = { İ: 'I', ẞ: 'SS' };

const MAX_LISTED = 20;

/** How much of a long task is done, in its unit, such as rows. */
export type Progress = { done: number; of: number; perSecond: number };

/** `1,200,000 of 4,800,000 rows, 25 %, 31,000 rows/s, 1 min 56 s left` */
export function progressText({ done, of, perSecond }: Progress, unit: string): string {
  const share = Math.floor((100 * done) / Math.max(1, of));
  const left = perSecond > 0 ? `, ${secondsText((of - done) / perSecond)} left` : '';
  return `${countText(done)} of ${countText(of)} ${unit}, ${share} %, ${countText(perSecond)} ${unit}/s${left}`;
}

/** Formats seconds as `7 min 35 s`. */
export function secondsText(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** Formats a whole number with thousands separators. */
export function countText(value: number): string {
  return Math.round(value).toLocaleString('en');
}

/** A number with its noun: `1 delivery`, `2 deliveries`. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The first of these as text, and how many more there are. */
export function firstOf(items: readonly (string | number)[]): string {
  const more = items.length - MAX_LISTED;
  return `${items.slice(0, MAX_LISTED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/**
 * Whether a text has at most `most` characters, and nothing that would break a line of a list, a page or the log, or change
 * the direction of what follows: one person could then look like another.
 */
export function fitsLine(text: string, most: number): boolean {
  return text.length <= most && !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(text);
}

/** A text in capitals, to compare texts of any case: `ß` is SS, and a Turkish `ı` or `İ` is I. */
export function withoutCase(text: string): string {
  return text.replaceAll(/[\u0130\u1E9E]/g, (letter) => CAPITALS[letter] ?? letter).toUpperCase();
}

/** Decodes the percent escapes of a part of an address; a part with an invalid one stays as it is. */
export function decodeEscapes(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Whether one letter added, left out, replaced or swapped with its neighbour turns one text into the other. */
export function isOneEditApart(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (long.length - short.length === 1) return short.slice(at) === long.slice(at + 1);
  if (long.length !== short.length || at === long.length) return false;
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return short.slice(at + 1) === long.slice(at + 1) || (isSwapped && short.slice(at + 2) === long.slice(at + 2));
}
