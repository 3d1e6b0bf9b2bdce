import { z } from 'zod';

const INT32_MAX = 2_147_483_647;
const LONGEST_TABLE_NUMBER = 40;

/** An integer as a number or as numeric text, as the POS sends both; bounded, so that every database can hold it. */
function integer(least: number, most: number) {
  return z.union([z.number(), z.bigint(), z.string()], { error: 'must be an integer' }).transform((value, context) => {
    const number =
      typeof value === 'string' ? (/^\s*-?\d+\s*$/.test(value) ? Number(value) : Number.NaN) : Number(value);
    if (Number.isInteger(number) && number >= least && number <= most) return number;
    context.addIssue({ code: 'custom', message: `must be an integer from ${least} to ${most}` });
    return z.NEVER;
  });
}

const int32 = integer(-INT32_MAX, INT32_MAX);
const absentAsNull = <Shape extends z.ZodType>(shape: Shape) => shape.nullish().transform((value) => value ?? null);

/** Text that every database can hold: no lone surrogates, no NUL; at most so many characters of it. */
export function shortText(value: string, most: number): string {
  return value.replaceAll('\0', '').slice(0, most).toWellFormed();
}

/** Blank text counts as unknown. */
const text = z.string({ error: 'must be text' }).transform((value) => {
  const clean = shortText(value, value.length);
  return clean.trim() === '' ? null : clean;
});

/** A table's number: an integer of any size, kept as text without loss. */
const bigNumber = z
  .union([z.number(), z.bigint(), z.string()], { error: 'must be an integer' })
  .transform((value, context) => {
    const digits = String(value).trim();
    if (/^-?\d+$/.test(digits) && digits.length <= LONGEST_TABLE_NUMBER) return BigInt(digits).toString();
    context.addIssue({ code: 'custom', message: `must be an integer of at most ${LONGEST_TABLE_NUMBER} digits` });
    return z.NEVER;
  });

const ISO_8601 = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)(Z|[+-]\d{2}(?::?\d{2})?)$/i;

/** An instant since 1970 as ISO 8601 with an offset, as epoch milliseconds. Without an offset it would be anybody's guess. */
const instant = z.string({ error: 'must be a date and time' }).transform((value, context) => {
  const at = readInstant(value.trim());
  if (at !== null) return at;
  context.addIssue({ code: 'custom', message: 'must be an ISO 8601 date and time with an offset' });
  return z.NEVER;
});

function readInstant(value: string): number | null {
  const match = ISO_8601.exec(value);
  if (!match) return null;
  const [, date = '', time = '', offset = ''] = match;
  const zone = /^z$/i.test(offset)
    ? 'Z'
    : offset.replace(/^([+-]\d{2}):?(\d{2})?$/, (_, hours: string, minutes = '00') => `${hours}:${minutes}`);
  const milliseconds = time.replace(',', '.').replace(/(\.\d{3})\d+$/, '$1');
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // Date rolls the 30th of February over into March.
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== date) return null;
  const at = Date.parse(`${date}T${milliseconds}${zone}`);
  return Number.isNaN(at) || at < 0 ? null : at;
}

const orderId = z
  .union([z.string(), z.number(), z.bigint()], { error: 'must be an id' })
  .transform((value) => usableId(String(value)));

/** Lower case; null for an id that tells no two orders apart (SPEC.md, F2). */
function usableId(value: string): string | null {
  const id = shortText(value, value.length).trim().toLowerCase();
  return id === '' || /^[0-]+$/.test(id) ? null : shortText(id, 200);
}

const order = z.object(
  {
    orderId: absentAsNull(orderId),
    year: absentAsNull(int32),
    number: absentAsNull(int32),
    ticketNumber: absentAsNull(int32),
  },
  { error: 'must be an object' },
);

const table = z.object(
  {
    number: absentAsNull(bigNumber),
    subNumber: absentAsNull(bigNumber),
    tableName: absentAsNull(text),
    numberOfGuests: absentAsNull(int32),
  },
  { error: 'must be an object' },
);

const course = z.object(
  {
    courseNumber: int32,
    name: absentAsNull(text),
    abbreviation: absentAsNull(text),
    sequenceNumber: absentAsNull(int32),
    expectedPreparationTime: absentAsNull(int32),
    actualPreparationTime: absentAsNull(int32),
  },
  { error: 'must be an object' },
);

/** Who sent an event and when: the part that every event of the POS has. */
export const envelopeShape = z.object({
  event: z.object(
    { eventTimestamp: instant, eventCounter: absentAsNull(integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)) },
    { error: 'must be an object' },
  ),
  sender: z.object({ branchNumber: int32 }, { error: 'must be an object' }),
});

/** What a kitchen event says. Unknown members are left alone: each release of the POS brings new ones. */
export const kitchenShape = z.object({
  tableOrder: absentAsNull(order),
  cafeteriaOrder: absentAsNull(order),
  table: absentAsNull(table),
  course,
});

export type KitchenDetails = z.infer<typeof kitchenShape>;

/** The branch alone, for deliveries of which nothing else can be read. */
export const senderShape = z.object({ sender: z.object({ branchNumber: int32 }) });

/** What is wrong, member by member, without quoting the body: it may hold guests' names. */
export function wordsForIssues(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.') || 'the body'} ${issue.message}`).join('; ');
}
