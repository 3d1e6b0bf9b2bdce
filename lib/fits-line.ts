/**
 * Whether a text has at most `most` characters, and nothing that would break a line of a list, a page or the log, or change
 * the direction of what follows: one person could then look like another.
 */
export function fitsLine(text: string, most: number): boolean {
  return text.length <= most && !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(text);
}
