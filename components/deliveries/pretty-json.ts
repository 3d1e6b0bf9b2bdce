import { parse, stringify } from 'lossless-json';

/** JSON laid out to be read, with every digit of its numbers; null for what is none. */
export function prettyJson(text: string): string | null {
  try {
    return stringify(parse(text), null, 2) ?? null;
  } catch {
    return null;
  }
}
