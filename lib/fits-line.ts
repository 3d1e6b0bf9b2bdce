/** Whether a text has at most `most` characters, and nothing that would break a line of a list, a page or the log. */
export function fitsLine(text: string, most: number): boolean {
  return text.length <= most && !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);
}
