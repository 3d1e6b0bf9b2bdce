import { parse } from 'lossless-json';

export type JsonObject = { readonly [member: string]: unknown };

export type ReadJson = { ok: true; value: unknown } | { ok: false; reason: string };

/** Fewer digits than that a double holds without loss; JSON.parse then says the same, eight times as fast. */
const MAY_BE_LARGE = /\d{16}/;
/** A body as the POS sends them; longer ones may be nested deeper than what follows would bear. */
const USUAL_LENGTH = 16_384;

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * The JSON of a body. Integers that a double cannot hold come as bigint: table numbers may be larger than 2^53.
 * Of a member that is there twice the last counts, as everywhere else.
 */
export function readJson(body: Uint8Array): ReadJson {
  let text: string;
  try {
    text = decoder.decode(body);
  } catch {
    return { ok: false, reason: 'the body is not UTF-8' };
  }
  if (text.length <= USUAL_LENGTH && !MAY_BE_LARGE.test(text)) {
    try {
      return { ok: true, value: JSON.parse(text) };
    } catch {
      // The other parser says where it goes wrong.
    }
  }
  try {
    return {
      ok: true,
      value: parse(text, null, { parseNumber: readNumber, onDuplicateKey: ({ newValue }) => newValue }),
    };
  } catch (error) {
    // The parser recurses: a body of nothing but brackets ends it, not us.
    const why = error instanceof RangeError ? 'it is nested too deep' : positionOf(error);
    return { ok: false, reason: `the body cannot be read as JSON: ${why}` };
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readNumber(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) || !/^-?\d+$/.test(text) ? number : BigInt(text);
}

/** The parser's message quotes the body, which may hold a guest's name: only the place is told. */
function positionOf(error: unknown): string {
  const position = /at position (\d+)/.exec(String(error))?.[1];
  return position ? `it goes wrong at position ${position}` : 'it ends too early';
}
