import * as z from 'zod';
import { parseCsv } from '../../lib/parse-csv';

/** A course of Heatlamp's history, with the members that are compared with the truth. */
export type HistoryCourse = {
  orderId: string | null;
  courseNumber: number;
  round: number;
  startedAt: string | null;
  readyAt: string | null;
  servedAt: string | null;
  tableNumber: string | null;
};

/** The server, a token, and the branch (required if the token is valid for several). */
export type HistorySource = { url: URL; token: string; branch: number | undefined };

const PAGE_SIZE = 1_000;

const ticketSchema = z.object({
  orderId: z.string().nullable(),
  course: z.object({ number: z.number() }),
  round: z.number(),
  startedAt: z.string().nullable(),
  readyAt: z.string().nullable(),
  servedAt: z.string().nullable(),
  table: z.object({ number: z.string() }).nullable(),
});

const pageSchema = z.object({ courses: z.array(ticketSchema), nextCursor: z.string().nullish() });

/** All courses of the JSON history, page by page. @throws Error if a response is an error or invalid */
export async function fetchTickets(source: HistorySource): Promise<HistoryCourse[]> {
  const courses: HistoryCourse[] = [];
  const seen = new Set<string>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path = historyPath(source, '/api/v1/history/courses', {
      limit: String(PAGE_SIZE),
      ...(cursor && { cursor }),
    });
    const page = pageSchema.safeParse(JSON.parse(await get(source, path)));
    if (!page.success) throw new Error(`${path}: ${z.prettifyError(page.error).split('\n')[0]}`);
    courses.push(...page.data.courses.map(fromTicket));
    cursor = page.data.nextCursor ?? null;
    if (cursor !== null && seen.has(cursor)) throw new Error(`${path}: the cursor ${cursor} was returned twice`);
    if (cursor !== null) seen.add(cursor);
  }
  return courses;
}

/** All courses of the CSV history. @throws Error if the response is an error, not CSV or lacks a column */
export async function fetchCsv(source: HistorySource): Promise<HistoryCourse[]> {
  return readCsvCourses(await get(source, historyPath(source, '/api/v1/history/courses.csv', {})));
}

/** Parses a CSV history. @throws Error if it is not CSV or lacks a column */
export function readCsvCourses(text: string): HistoryCourse[] {
  const [header = [], ...records] = parseCsv(text);
  const column = (name: string) => {
    const position = header.indexOf(name);
    if (position === -1) throw new Error(`the CSV has no column ${name}`);
    return (record: readonly string[]) => plainText(record[position] ?? '');
  };
  const orderId = column('orderId');
  const courseNumber = column('course.number');
  const round = column('round');
  const startedAt = column('startedAt');
  const readyAt = column('readyAt');
  const servedAt = column('servedAt');
  const tableNumber = column('table.number');
  return records.map((record) => ({
    orderId: orderId(record),
    courseNumber: Number(courseNumber(record)),
    round: Number(round(record)),
    startedAt: startedAt(record),
    readyAt: readyAt(record),
    servedAt: servedAt(record),
    tableNumber: tableNumber(record),
  }));
}

/** Reads an empty field as null, and removes the leading quote that keeps spreadsheets from running a formula. */
function plainText(field: string): string | null {
  if (field === '') return null;
  return /^'[=+\-@]/.test(field) ? field.slice(1) : field;
}

function fromTicket({ course, table, ...rest }: z.infer<typeof ticketSchema>): HistoryCourse {
  return { ...rest, courseNumber: course.number, tableNumber: table?.number ?? null };
}

function historyPath({ branch }: HistorySource, path: string, query: Record<string, string>): string {
  const search = new URLSearchParams(query);
  if (branch !== undefined) search.set('branch', String(branch));
  return search.size > 0 ? `${path}?${search}` : path;
}

async function get({ url, token }: HistorySource, path: string): Promise<string> {
  const response = await fetch(new URL(path, url), { headers: { Authorization: `Bearer ${token}` } }).catch(
    (error: unknown) => {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
      throw new Error(`${url.origin} cannot be reached: ${cause}`);
    },
  );
  const text = await response.text();
  if (!response.ok) throw new Error(`GET ${path} returned ${response.status}: ${text.slice(0, 200)}`);
  return text;
}
