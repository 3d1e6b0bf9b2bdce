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

type Ticket = Pick<HistoryCourse, 'orderId' | 'round' | 'startedAt' | 'readyAt' | 'servedAt'> & {
  course: { number: number };
  table: { number: string } | null;
};
type Page = { courses: Ticket[]; nextCursor: string | null };

/** All courses of the JSON history, page by page. @throws Error if a response is an error */
export async function fetchTickets(source: HistorySource): Promise<HistoryCourse[]> {
  const courses: HistoryCourse[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = { limit: String(PAGE_SIZE), ...(cursor && { cursor }) };
    const page = JSON.parse(await get(source, historyPath(source, '/api/v1/history/courses', query))) as Page;
    courses.push(...page.courses.map(fromTicket));
    if (page.nextCursor === cursor) throw new Error(`the cursor ${cursor} was returned twice`);
    cursor = page.nextCursor;
  }
  return courses;
}

/** All courses of the CSV history. @throws Error if the response is an error, not CSV or lacks a column */
export async function fetchCsv(source: HistorySource): Promise<HistoryCourse[]> {
  return readCsvCourses(await get(source, historyPath(source, '/api/v1/history/courses.csv', {})));
}

function readCsvCourses(text: string): HistoryCourse[] {
  const [header = [], ...records] = parseCsv(text);
  const column = (name: string) => {
    const position = header.indexOf(name);
    if (position === -1) throw new Error(`the CSV has no column ${name}`);
    return (record: readonly string[]) => plainText(record[position] ?? '');
  };
  const [orderId, startedAt, readyAt] = [column('orderId'), column('startedAt'), column('readyAt')];
  const [servedAt, tableNumber] = [column('servedAt'), column('table.number')];
  const [courseNumber, round] = [column('course.number'), column('round')];
  return records.map((record) => ({
    ...{ orderId: orderId(record), courseNumber: Number(courseNumber(record)), round: Number(round(record)) },
    ...{ startedAt: startedAt(record), readyAt: readyAt(record), servedAt: servedAt(record) },
    tableNumber: tableNumber(record),
  }));
}

/** Reads an empty field as null, and removes the leading quote that keeps spreadsheets from running a formula. */
function plainText(field: string): string | null {
  if (field === '') return null;
  return /^'[=+\-@]/.test(field) ? field.slice(1) : field;
}

function fromTicket({ course, table, ...ticket }: Ticket): HistoryCourse {
  const { orderId, round, startedAt, readyAt, servedAt } = ticket;
  const steps = { startedAt, readyAt, servedAt };
  return { orderId, courseNumber: course.number, round, ...steps, tableNumber: table?.number ?? null };
}

function historyPath({ branch }: HistorySource, path: string, query: Record<string, string>): string {
  const search = new URLSearchParams(query);
  if (branch !== undefined) search.set('branch', String(branch));
  return search.size > 0 ? `${path}?${search}` : path;
}

async function get({ url, token }: HistorySource, path: string): Promise<string> {
  const response = await fetch(new URL(path, url), { headers: { Authorization: `Bearer ${token}` } });
  const text = await response.text();
  if (!response.ok) throw new Error(`GET ${path} returned ${response.status}: ${text.slice(0, 200)}`);
  return text;
}
