import * as z from 'zod';

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

/** One line of a service file. `atMs` is ms since opening; `body` is the exact text to post. */
export type Delivery = z.infer<typeof deliverySchema>;

/** A table in the format of the POS. */
export type Table = z.infer<typeof tableSchema>;

/** The truth of one round of a course: instants in UTC, null for a step that the POS never sent. */
export type TruthCourse = z.infer<typeof courseSchema>;

/** The expected courses of a service. `unit` is that of the preparation times in the bodies. */
export type Truth = z.infer<typeof truthSchema>;

/** A service: the POS's deliveries in order of arrival, and the courses that a receiver should report. */
export type Service = { deliveries: Delivery[]; truth: Truth };

/**
 * Parses a service file, one JSON object per line; empty lines are ignored. @throws Error with the name of the file and
 * the number of an invalid line
 */
export function parseDeliveries(text: string, file: string): Delivery[] {
  const deliveries: Delivery[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    deliveries.push(check(deliverySchema, parseJson(line, `${file}, line ${index + 1}`), `${file}, line ${index + 1}`));
  }
  if (deliveries.length === 0) throw new Error(`${file} contains no deliveries`);
  return deliveries;
}

/** Parses a truth file. @throws Error with the name of the file and the invalid member */
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
  throw new Error(`${where}: ${issue?.path.join('.') || 'the value'}: ${issue?.message}`);
}
