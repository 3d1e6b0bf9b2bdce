/**
 * Parsers of single members of a body, in the forms that the POS uses (pos-interface, sections 2 and 3). Each returns
 * undefined for any other value.
 */

export const INT32_MAX = 2_147_483_647;
export const MAX_TABLE_NUMBER_DIGITS = 40;

/** An integer from a number or numeric text, because the POS sends both. Bounded, so that every database can store it. */
export function integerOf(value: unknown, min: number, max: number): number | undefined {
  let number: number;
  if (typeof value === 'number') number = value;
  else if (typeof value === 'string' && /^\s*-?\d+\s*$/.test(value)) number = Number(value);
  else if (typeof value === 'bigint') number = Number(value);
  else return undefined;
  // Adding 0 converts -0 to 0: databases do not store -0, but it would be different in memory.
  return Number.isInteger(number) && number >= min && number <= max ? number + 0 : undefined;
}

export function int32Of(value: unknown): number | undefined {
  return integerOf(value, -INT32_MAX, INT32_MAX);
}

/** An event counter, which may be any safe integer. */
export function counterOf(value: unknown): number | undefined {
  return integerOf(value, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
}

/** A table number: an integer of any size, as text without loss of digits. */
export function bigNumberOf(value: unknown): string | undefined {
  if (Number.isSafeInteger(value)) return String(value);
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return undefined;
  const digits = String(value).trim();
  return /^-?\d+$/.test(digits) && digits.length <= MAX_TABLE_NUMBER_DIGITS ? BigInt(digits).toString() : undefined;
}

/** Text that every database can store: without lone surrogates and NUL, and at most `max` characters. */
export function shortText(value: string, maxLength: number): string {
  return value.replaceAll('\0', '').slice(0, maxLength).toWellFormed();
}

/** No screen has room for more. The delivery keeps the whole body. */
export const MAX_TEXT_LENGTH = 200;

/** Text, cut to what a board can show; null if it is blank. */
export function textOf(value: unknown): string | null | undefined {
  if (typeof value !== 'string') return undefined;
  const clean = shortText(value, MAX_TEXT_LENGTH);
  return clean.trim() === '' ? null : clean;
}

/** An order's id in lower case; null for one that does not identify an order (SPEC.md, F2). */
export function orderIdOf(value: unknown): string | null | undefined {
  if (typeof value !== 'string' && typeof value !== 'bigint' && !Number.isFinite(value)) return undefined;
  const text = String(value);
  const id = shortText(text, text.length).trim().toLowerCase();
  return id === '' || /^[0-]+$/.test(id) ? null : shortText(id, 200);
}

/** Null for a member that is absent or null, else the result of `read`. */
export function orNull<Value>(value: unknown, read: (value: unknown) => Value | undefined): Value | null | undefined {
  return value === null || value === undefined ? null : read(value);
}
