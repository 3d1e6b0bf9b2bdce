import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { z } from 'zod';
import { readServices } from '../../domain/settings';
import { readTicketIds } from '../../domain/ticket-ids';
import { branchNowOf } from '../board/board-of';
import type { Core } from '../core';
import { branchFor, type Viewer } from '../http/access';
import { type Asked, answered, endpoint } from '../http/endpoint';
import {
  booleanParameter,
  branchParameter,
  cursorParameter,
  instantParameter,
  integerParameter,
  limitParameter,
  refineRange,
  textParameter,
} from '../http/parameters';
import { Problem } from '../http/problem';
import { ticketShape } from '../http/shapes';
import { type CourseFilter, courseCursor, LEFT_OUT, MEASURES } from '../read/course-filter';
import { cursorText } from '../read/cursor';
import type { CoursePage } from '../read/history';
import type { Reader } from '../read/messages';
import { COURSE_COLUMNS, courseCells } from './course-cells';

const STATE_WORDS = { STARTED: 'started', READYFORPICKUP: 'ready', COMPLETED: 'served' } as const;
const STATES = Object.keys(STATE_WORDS).flatMap((word) => [word, `KITCHEN-TICKET-STATE-${word}`]);

const secondsParameter = integerParameter.refine((seconds) => seconds >= 0, 'must not be below 0').optional();

const ticketsParameter = z
  .string()
  .transform((text, context) => {
    const ids = readTicketIds(text);
    if (ids) return ids;
    context.addIssue({ code: 'custom', message: 'must be ids of tickets, apart by commas' });
    return z.NEVER;
  })
  .meta({ type: 'string' });

const query = refineRange(
  z.strictObject({
    branch: branchParameter,
    from: instantParameter.optional(),
    to: instantParameter.optional(),
    course: textParameter.optional().describe('A number or an abbreviation.'),
    table: z
      .string()
      .regex(/^-?\d{1,40}(\/-?\d{1,40})?$/, 'must be a table number, or number/sub-number')
      .optional(),
    service: textParameter.optional(),
    orderKind: z.enum(['table', 'cafeteria'], { error: 'must be table or cafeteria' }).optional(),
    state: z.enum(STATES, { error: `must be one of ${STATES.join(', ')}` }).optional(),
    late: booleanParameter.optional(),
    guests: integerParameter.optional().describe('Of the order, as many exactly.'),
    weekday: between(1, 7).optional().describe('ISO 8601, of the business day: 1 is Monday.'),
    hour: between(0, 23).optional().describe('Local hour of the start.'),
    leftOut: z
      .enum(LEFT_OUT, { error: `must be one of ${LEFT_OUT.join(', ')}` })
      .optional()
      .describe('Why it is left out of the figures of preparation; auto-closed of all others.'),
    of: z
      .enum(MEASURES, { error: `must be one of ${MEASURES.join(', ')}` })
      .optional()
      .describe('Courses of which this counts in the summary, as long as atLeast and under say.'),
    atLeast: secondsParameter.describe('Seconds of what `of` names.'),
    under: secondsParameter.describe('Seconds of what `of` names, itself not included.'),
    tickets: ticketsParameter.optional().describe('Exactly these: ids of tickets, apart by commas.'),
    q: textParameter.optional().describe('In table, order number, name.'),
    limit: limitParameter,
    cursor: cursorParameter(courseCursor).optional(),
  }),
).check((context) => {
  const { of, atLeast, under } = context.value;
  const refuse = (parameter: string, message: string) =>
    context.issues.push({ code: 'custom', input: context.value, path: [parameter], message });
  if (of === undefined && (atLeast ?? under) !== undefined)
    refuse('of', 'must say of what: atLeast and under are lengths of something');
  if (atLeast !== undefined && under !== undefined && under <= atLeast) refuse('under', 'must be above atLeast');
});

function between(least: number, most: number) {
  return integerParameter.refine((value) => value >= least && value <= most, `must be from ${least} to ${most}`);
}

type Query = z.infer<typeof query>;

export const coursesEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/history/courses',
  summary: 'Courses, newest first; open ones included. With Accept: text/csv all of them as a table.',
  views: ['api'],
  query,
  reply: z.object({ courses: z.array(ticketShape), nextCursor: z.string().nullable() }),
  alsoReplies: 'text/csv',
  async handle(asked) {
    if (wantsCsv(asked.request.headers.accept)) return streamCsv(asked);
    const { courses, next } = await asked.core.reader.read('courses', filterOf(asked.core, asked.viewer, asked.query));
    return { courses: courses.map(({ ticket }) => ticket), nextCursor: cursorText(next) };
  },
});

export const coursesCsvEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/history/courses.csv',
  summary: 'The same courses as a table, all of them: limit and cursor do not count.',
  views: ['api'],
  query,
  reply: z.string(),
  alsoReplies: 'text/csv',
  handle: streamCsv,
});

function filterOf(core: Core, viewer: Viewer, asked: Query): CourseFilter {
  const branch = branchFor(viewer, asked.branch);
  const [number, subNumber = null] = asked.table?.split('/') ?? [];
  const services = serviceNames(core, branch);
  if (asked.service !== undefined && !services.includes(asked.service.toLowerCase())) {
    throw new Problem(400, 'There is no such service.', [
      { parameter: 'service', message: `must be one of ${services.join(', ')}` },
    ]);
  }
  const state = asked.state?.replace('KITCHEN-TICKET-STATE-', '') as keyof typeof STATE_WORDS | undefined;
  return {
    branch,
    from: asked.from ?? null,
    to: asked.to ?? null,
    course: asked.course ?? null,
    table: number === undefined ? null : { number, subNumber },
    service: asked.service ?? null,
    orderKind: asked.orderKind ?? null,
    state: state ? STATE_WORDS[state] : null,
    late: asked.late ?? null,
    guests: asked.guests ?? null,
    weekday: asked.weekday ?? null,
    hour: asked.hour ?? null,
    leftOut: asked.leftOut ?? null,
    took: asked.of === undefined ? null : { of: asked.of, atLeastMs: msOf(asked.atLeast), underMs: msOf(asked.under) },
    tickets: asked.tickets ?? null,
    q: asked.q ?? null,
    limit: asked.limit,
    cursor: asked.cursor ?? null,
    now: branchNowOf(core, branch),
  };
}

function msOf(seconds: number | undefined): number | null {
  return seconds === undefined ? null : seconds * 1000;
}

const CSV_PAGE = 1000;

/** Page by page, as fast as the client reads: a history of years never is in memory at once. */
async function streamCsv({ core, viewer, query: asked, response }: Asked<Query>): Promise<typeof answered> {
  const filter = { ...filterOf(core, viewer, asked), limit: CSV_PAGE, cursor: null };
  // Before the head is written: what cannot be read at all is answered as a problem.
  const first = await core.reader.read('courses', filter);
  response.writeHead(200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': 'attachment; filename="heatlamp-courses.csv"',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  // Guests type names: a cell that a spreadsheet would take for a formula gets a quote in front.
  const rows = stringify({
    header: true,
    columns: [...COURSE_COLUMNS],
    escape_formulas: true,
    record_delimiter: 'windows',
  });
  try {
    await pipeline(() => cellsOf(core.reader, filter, first), rows, response);
  } catch (error) {
    if (!isHungUp(error)) throw error;
  }
  return answered;
}

async function* cellsOf(reader: Reader, filter: CourseFilter, first: CoursePage) {
  let page = first;
  for (;;) {
    for (const course of page.courses) yield courseCells(course);
    if (!page.next) return;
    page = await reader.read('courses', { ...filter, cursor: page.next });
  }
}

/** The client went away in the middle of the table. */
function isHungUp(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

function wantsCsv(accept: string | undefined): boolean {
  return (accept ?? '').split(',').some((part) => part.split(';', 1)[0]?.trim() === 'text/csv');
}

function serviceNames(core: Core, branch: number): string[] {
  const services = readServices(String(core.settings.value('services', branch))) ?? [];
  return services.map((service) => service.name.toLowerCase());
}
