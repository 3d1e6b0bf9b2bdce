import { parse } from 'lossless-json';

export type JsonObject = { readonly [member: string]: unknown };

type ReadJson = { ok: true; value: unknown } | { ok: false; reason: string };

/**
 * Integers with fewer digits fit into a double exactly. Without longer ones JSON.parse has the same result, eight times as
 * fast.
 */
const MAY_BE_LARGE = /\d{16}/;
/** Bodies up to this length are typical for the POS. */
const USUAL_LENGTH = 16_384;
/**
 * Maximum depth, more than any body of a POS has. The parser is recursive: without a limit, the result would depend on
 * the call stack, and a stored body could become unreadable.
 */
const MAX_DEPTH = 200;

/** Of integers with more digits the value does not matter, and an exact one would take time with the square of their number. */
const MAX_DIGITS = 400;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPENING_BRACE, CLOSING_BRACE, OPENING_BRACKET, CLOSING_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses the JSON of a body. Integers that do not fit into a double become bigint, because table numbers may be larger
 * than 2^53; absurdly long ones become infinite. The last of repeated members counts, as in JSON.parse.
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
      // Parsed again below, because the other parser reports the position of the error.
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

/** Whether brackets outside of strings are nested too deeply. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfText(text, index);
    else if (code === OPENING_BRACE || code === OPENING_BRACKET) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) depth -= 1;
  }
  return false;
}

/** The offset of the end of the string that starts here; the length of the text if it does not end. */
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
  const isExact = Number.isSafeInteger(number) || !/^-?\d+$/.test(text);
  return isExact || text.length > MAX_DIGITS ? number : BigInt(text);
}

/** The position of an error. The message itself quotes the body, which may contain the name of a guest. */
function positionOf(error: unknown): string {
  const position = /at position (\d+)/.exec(String(error))?.[1];
  return position ? `it goes wrong at position ${position}` : 'it ends too early';
}
