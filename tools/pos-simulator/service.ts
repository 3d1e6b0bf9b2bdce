import { z } from 'zod';

const deliverySchema = z.object({
  atMs: z.number().nonnegative(),
  event: z.string(),
  path: z.string().startsWith('/'),
  body: z.string(),
});

const tableSchema = z.object({
  number: z.number(),
  subNumber: z.number(),
  tableName: z.string(),
  numberOfGuests: z.number(),
});

const instantSchema = z.iso.datetime().nullable();

const courseSchema = z.object({
  branch: z.number(),
  orderKind: z.enum(['table', 'cafeteria']),
  orderId: z.string(),
  orderNumber: z.number(),
  ticketNumber: z.number().nullable(),
  table: tableSchema.nullable(),
  courseNumber: z.number(),
  round: z.number(),
  startedAt: instantSchema,
  readyAt: instantSchema,
  servedAt: instantSchema,
  expectedSeconds: z.number(),
  measuredSeconds: z.number().nullable(),
});

const truthSchema = z.object({
  name: z.string(),
  branch: z.number(),
  date: z.string(),
  unit: z.enum(['seconds', 'minutes', 'milliseconds']),
  opensAt: z.iso.datetime(),
  deliveries: z.number(),
  courses: z.array(courseSchema),
});

/** One line of a service file. `atMs` is milliseconds since the doors opened; `body` is the exact text to post. */
export type Delivery = z.infer<typeof deliverySchema>;

/** A table as the POS names it. */
export type Table = z.infer<typeof tableSchema>;

/** What really happened to one course in one round: instants in UTC, null for a step that the POS never sent. */
export type TruthCourse = z.infer<typeof courseSchema>;

/** What really happened in a service. `unit` is that of the preparation times in the bodies. */
export type Truth = z.infer<typeof truthSchema>;

/** A service: what the POS posts, in order of arrival, and what a receiver should make of it. */
export type Service = { deliveries: Delivery[]; truth: Truth };

/**
 * The deliveries in the text of a service file, one JSON object a line; empty lines do not count.
 * Throws an Error that names the file and the line that cannot be used.
 */
export function parseDeliveries(text: string, file: string): Delivery[] {
  const deliveries: Delivery[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    deliveries.push(check(deliverySchema, parseJson(line, `${file}, line ${index + 1}`), `${file}, line ${index + 1}`));
  }
  if (deliveries.length === 0) throw new Error(`${file} holds no deliveries`);
  return deliveries;
}

/** The truth in the text of a truth file. Throws an Error that names the file and what is wrong in it. */
export function parseTruth(text: string, file: string): Truth {
  return check(truthSchema, parseJson(text, file), file);
}

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${where}: not JSON`);
  }
}

function check<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const issue = checked.error.issues[0];
  throw new Error(`${where}: ${issue?.path.join('.') || 'the whole'}: ${issue?.message}`);
}
