import * as z from 'zod';
import { storable } from '../../contract/parts';
import { cursorOf } from './cursor';

const INT32_MAX = 2_147_483_647;

/** An integer in a query, which is text. */
export const integerParameter = z
  .string()
  .regex(/^-?\d{1,10}$/, 'must be an integer')
  .transform(Number)
  .refine((value) => Math.abs(value) <= INT32_MAX, { message: 'must be an integer of 32 bits', abort: true })
  .meta({ type: 'integer', minimum: -INT32_MAX, maximum: INT32_MAX });

/** An integer in a query, from `minimum` on, and up to `maximum` if there is one. */
export function integerFrom(minimum: number, maximum = INT32_MAX) {
  const rule = maximum === INT32_MAX ? `must not be below ${minimum}` : `must be from ${minimum} to ${maximum}`;
  return integerParameter
    .refine((value) => value >= minimum && value <= maximum, rule)
    .meta({ type: 'integer', minimum, maximum });
}

export const branchParameter = integerParameter
  .optional()
  .describe('The branch. Optional for callers with one branch.');

/** An instant in a query, as epoch ms. */
export const instantParameter = z
  .string()
  .transform((text, context) => {
    const parsed = z.iso.datetime({ offset: true }).safeParse(text);
    if (parsed.success) return Date.parse(text);
    context.addIssue({ code: 'custom', message: 'must be an instant, such as 2026-06-19T15:30:00.000Z' });
    return z.NEVER;
  })
  .meta({ type: 'string', format: 'date-time' });

export const limitParameter = integerFrom(1, 1000)
  .default(100)
  .describe('The maximum number of items, by default 100.');

/** The path of the first text in a parsed body that is not storable, such as `name`; null if there is none. */
export function notStorable(value: unknown, path: readonly string[] = []): string | null {
  if (typeof value === 'string') return storable[0](value) ? null : path.join('.');
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, member] of Object.entries(value)) {
    const found = notStorable(member, [...path, key]);
    if (found !== null) return found;
  }
  return null;
}

const MAX_TEXT_LENGTH = 200;

export const textParameter = z
  .string()
  .min(1, 'must not be empty')
  .max(MAX_TEXT_LENGTH, `must be at most ${MAX_TEXT_LENGTH} characters`)
  .refine(...storable);

const FALSE_VALUES = new Set(['false', '0', 'no']);

export const booleanParameter = z
  .enum(['true', 'false', '1', '0', 'yes', 'no'], { error: 'must be true or false' })
  .transform((text) => !FALSE_VALUES.has(text))
  .meta({ type: 'boolean' });

/** A position in a list, as opaque text. */
export function cursorParameter<Shape extends z.ZodType>(shape: Shape) {
  return z
    .string()
    .transform((text, context): z.infer<Shape> => {
      const cursor = cursorOf(text, shape);
      if (cursor !== null) return cursor;
      context.addIssue({ code: 'custom', message: 'is not a cursor of this list' });
      return z.NEVER;
    })
    .meta({ type: 'string' });
}

/** Refuses a half-open range that ends before it starts. */
export function refineRange<Shape extends z.ZodType<{ from?: number | undefined; to?: number | undefined }>>(
  shape: Shape,
) {
  return shape.refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['to'],
    message: 'must not be before from',
  });
}
