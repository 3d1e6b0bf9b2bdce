import { parse, stringify } from 'lossless-json';

/** Pretty-prints JSON with every digit of its numbers; null if the text is not JSON. */
export function prettyJson(text: string): string | null {
  try {
    return stringify(parse(text), null, 2) ?? null;
  } catch {
    return null;
  }
}
