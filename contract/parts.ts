import * as z from 'zod';

// Parts of the shapes of the contract.

export const instant = z.iso.datetime({ precision: 3 }).describe('ISO 8601 in UTC with milliseconds.');

export const integer = z.int();
export const int32 = integer.min(-2_147_483_647).max(2_147_483_647);

/** Of a branch: each once and in order, as they are stored: the reply and the audit log say what is stored. */
export const branchNumbers = z
  .array(int32)
  .min(1, 'must name at least one branch')
  .max(100)
  .transform((numbers) => [...new Set(numbers)].toSorted((a, b) => a - b));

/**
 * For a text: SQLite ends a pattern at NUL, and the rest of it may match everything; PostgreSQL stores neither it nor half
 * of a surrogate pair.
 */
export const storable = [
  (text: string) => text.isWellFormed() && !text.includes('\0'),
  'must not contain a NUL, or half of a character',
] as const;

/** One of these texts. The message of a refusal lists them. */
export function oneOf<const Value extends string>(values: readonly Value[]) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` });
}

/** Why a request to the API is refused (RFC 9457). */
export const problemShape = z
  .object({
    type: z.string(),
    title: z.string(),
    status: integer,
    detail: z.string(),
    code: z.string().optional(),
    errors: z.array(z.object({ parameter: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Problem' });
