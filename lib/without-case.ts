/** Letters that `toUpperCase` does not turn into the capital that people take for theirs. */
const CAPITALS: Readonly<Record<string, string>> = { İ: 'I', ẞ: 'SS' };

/** A text in capitals, to compare texts of any case: `ß` is SS, and a Turkish `ı` or `İ` is I. */
export function withoutCase(text: string): string {
  return text.replaceAll(/[\u0130\u1E9E]/g, (letter) => CAPITALS[letter] ?? letter).toUpperCase();
}
