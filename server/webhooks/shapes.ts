import * as z from 'zod';
import {
  bigNumberOf,
  counterOf,
  INT32_MAX,
  int32Of,
  MAX_TABLE_NUMBER_DIGITS,
  orderIdOf,
  orNull,
  textOf,
} from './member-values';
import { isObject, type JsonObject } from './read-json';

const ISO_8601 = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)(Z|[+-]\d{2}(?::?\d{2})?)$/i;
/** Texts that `Date.parse` always parses correctly: days up to the 28th exist in every month. */
const USUAL = /^\d{4}-\d{2}-(?:[01]\d|2[0-8])T\d{2}:\d{2}:\d{2}\.\d{3}(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * A schema for one member with a single function: a union and a transform for each member would take longer than the rest
 * of a delivery. The message for an invalid value is computed only when needed.
 */
function member<Value>(read: (value: unknown) => Value | undefined, messageFor: (value: unknown) => string) {
  return z.transform((value: unknown, context): Value => {
    const parsed = read(value);
    if (parsed !== undefined) return parsed;
    context.addIssue({ code: 'custom', message: messageFor(value) });
    return z.NEVER;
  });
}

function optional<Value>(read: (value: unknown) => Value | undefined, messageFor: (value: unknown) => string) {
  return member((value) => orNull(value, read), messageFor);
}

const absentAsNull = <Shape extends z.ZodType>(shape: Shape) => shape.nullish().transform((value) => value ?? null);

/** Whether a value could be an integer, so that the message should name the valid range. */
function mayBeInteger(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'bigint' || Number.isFinite(value);
}

const integerMessage = (min: number, max: number) => (value: unknown) =>
  mayBeInteger(value) ? `must be an integer from ${min} to ${max}` : 'must be an integer';
const int32Message = integerMessage(-INT32_MAX, INT32_MAX);
const bigNumberMessage = (value: unknown) =>
  mayBeInteger(value) ? `must be an integer of at most ${MAX_TABLE_NUMBER_DIGITS} digits` : 'must be an integer';
const instantMessage = (value: unknown) =>
  typeof value === 'string' ? 'must be an ISO 8601 date and time with an offset' : 'must be a date and time';

// The types are for the description of the API, which cannot derive them from a function.
const INTEGER_OR_NULL = { type: ['integer', 'string', 'null'] };
const TEXT_OR_NULL = { type: ['string', 'null'] };
const int32 = member(int32Of, int32Message).meta({ type: ['integer', 'string'] });
const int32OrNull = optional(int32Of, int32Message).meta(INTEGER_OR_NULL);
const bigNumberOrNull = optional(bigNumberOf, bigNumberMessage).meta(INTEGER_OR_NULL);
const textOrNull = optional(textOf, () => 'must be text').meta(TEXT_OR_NULL);
const counterOrNull = optional(counterOf, integerMessage(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)).meta(
  INTEGER_OR_NULL,
);

const order = z.object(
  {
    orderId: optional(orderIdOf, () => 'must be an id').meta(TEXT_OR_NULL),
    year: int32OrNull,
    number: int32OrNull,
    ticketNumber: int32OrNull,
  },
  { error: 'must be an object' },
);

const table = z.object(
  { number: bigNumberOrNull, subNumber: bigNumberOrNull, tableName: textOrNull, numberOfGuests: int32OrNull },
  { error: 'must be an object' },
);

const course = z.object(
  {
    courseNumber: int32,
    name: textOrNull,
    abbreviation: textOrNull,
    sequenceNumber: int32OrNull,
    expectedPreparationTime: int32OrNull,
    actualPreparationTime: int32OrNull,
  },
  { error: 'must be an object' },
);

/** The members that every event of the POS has: its sender and its time. */
export const envelopeShape = z.object({
  event: z.object(
    {
      eventTimestamp: member(readInstant, instantMessage).meta({ type: 'string', format: 'date-time' }),
      eventCounter: counterOrNull,
    },
    { error: 'must be an object' },
  ),
  sender: z.object({ branchNumber: int32, workplaceNumber: int32OrNull }, { error: 'must be an object' }),
});

/** Members of a kitchen event. Unknown ones are ignored: each release of the POS adds some. */
export const kitchenShape = z.object({
  tableOrder: absentAsNull(order),
  cafeteriaOrder: absentAsNull(order),
  table: absentAsNull(table),
  course,
});

export type KitchenDetails = z.infer<typeof kitchenShape>;

type MembersRead<Members> = { ok: true; members: Members; leftOut: string[] } | { ok: false; reason: string };

/**
 * Reads members (pos-interface, section 2). An optional one with an invalid value counts as absent, and `leftOut` explains
 * why, because a ticket without a name is better than no ticket.
 */
export function readMembers<Shape extends z.ZodType>(shape: Shape, value: JsonObject): MembersRead<z.infer<Shape>> {
  const read = shape.safeParse(value);
  if (read.success) return { ok: true, members: read.data, leftOut: [] };
  const { issues } = read.error;
  // A member that is needed is missing in this second reading, which fails too.
  const without = shape.safeParse(issues.reduce((less, { path }) => withoutMember(less, path), value));
  return without.success
    ? { ok: true, members: without.data, leftOut: issues.map(describeIssue) }
    : { ok: false, reason: describeIssues(read.error) };
}

function withoutMember(value: JsonObject, [member = '', ...inner]: readonly PropertyKey[]): JsonObject {
  const name = String(member);
  const held = value[name];
  return { ...value, [name]: inner.length > 0 && isObject(held) ? withoutMember(held, inner) : null };
}

/** Describes what is wrong with each member. Does not quote the body, which may contain names of guests. */
export function describeIssues(error: z.ZodError): string {
  return error.issues.map(describeIssue).join('; ');
}

function describeIssue({ path, message }: { path: readonly PropertyKey[]; message: string }): string {
  return `${path.join('.') || 'the body'} ${message}`;
}

/**
 * Parses an instant since 1970 in ISO 8601. Returns epoch milliseconds, or undefined for anything else. The offset is
 * required, because without it the instant is ambiguous.
 */
export function readInstant(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const at = USUAL.test(value) ? Date.parse(value) : parseAny(value.trim());
  return at >= 0 ? at : undefined;
}

/** Parses an instant in any other form. NaN if it is not one. */
function parseAny(text: string): number {
  const match = ISO_8601.exec(text);
  if (!match) return Number.NaN;
  const [, year = '', month = '', day = '', time = '', offset = ''] = match;
  const midnight = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  // `Date` would parse the 30th of February as a day in March.
  if (!(midnight < Date.UTC(Number(year), Number(month), 1))) return Number.NaN;
  const milliseconds = time.replace(',', '.').replace(/(\.\d{3})\d+$/, '$1');
  return Date.parse(`${year}-${month}-${day}T${milliseconds}${zoneOf(offset)}`);
}

/** The offset in the form that `Date.parse` reads. */
function zoneOf(offset: string): string {
  if (offset.length === 1) return 'Z';
  if (offset.length === 6) return offset;
  return `${offset.slice(0, 3)}:${offset.slice(3) || '00'}`;
}
