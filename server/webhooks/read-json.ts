import { parse } from 'lossless-json';

export type JsonObject = { readonly [member: string]: unknown };

export type ReadJson = { ok: true; value: unknown } | { ok: false; reason: string };

/**
 * A double represents integers with fewer digits exactly; then JSON.parse gives the same result eight times as fast.
 */
const MAY_BE_LARGE = /\d{16}/;
/** A body as the POS sends them. */
const USUAL_LENGTH = 16_384;
/**
 * Deeper than any body of a POS. The parser recurses: without a limit, the depth of the call stack would decide, and a
 * stored body could become unreadable.
 */
const DEEPEST = 200;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPENING_BRACE, CLOSING_BRACE, OPENING_BRACKET, CLOSING_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses the JSON of a body. Integers beyond a double are bigint: table numbers may be larger than 2^53. The last of
 * repeated members counts, as in JSON.parse.
 */
export function readJson(body: Uint8Array): ReadJson {
  let text: string;
  try {
    text = decoder.decode(body);
  } catch {
    return { ok: false, reason: 'the body is not UTF-8' };
  }
  if (isTooDeep(text)) return { ok: false, reason: 'the body cannot be read as JSON: it is nested too deep' };
  if (text.length <= USUAL_LENGTH && !MAY_BE_LARGE.test(text)) {
    try {
      return { ok: true, value: JSON.parse(text) };
    } catch {
      // The other parser reports the position of the error.
    }
  }
  try {
    return {
      ok: true,
      value: parse(text, null, { parseNumber: readNumber, onDuplicateKey: ({ newValue }) => newValue }),
    };
  } catch (error) {
    return { ok: false, reason: `the body cannot be read as JSON: ${positionOf(error)}` };
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether brackets outside texts are nested too deep. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfText(text, index);
    else if (code === OPENING_BRACE || code === OPENING_BRACKET) {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) depth -= 1;
  }
  return false;
}

/** Where the text that begins here ends; behind everything where it does not. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

function readNumber(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) || !/^-?\d+$/.test(text) ? number : BigInt(text);
}

/** Gives only the position: the parser's message quotes the body, which may hold a guest's name. */
function positionOf(error: unknown): string {
  const position = /at position (\d+)/.exec(String(error))?.[1];
  return position ? `it goes wrong at position ${position}` : 'it ends too early';
}
