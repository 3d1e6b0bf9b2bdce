import * as z from 'zod';
import { LEFT_OUT, MEASURES, ORDER_KINDS } from '../../contract/constants';
import { ticketShape } from '../../contract/live';
import { oneOf } from '../../contract/parts';
import { NO_SERVICE, readServices } from '../../domain/services';
import { MAX_TICKETS } from '../../domain/ticket-ids';
import { DAY_MS } from '../../lib/time';
import { branchNowOf, timeZoneOf } from '../board/read-board';
import type { Core } from '../core';
import { type CourseFilter, courseCursor, type TicketKey, ticketKey } from '../history/course-filter';
import { cursorText } from '../http/cursor';
import type { Slice } from '../http/exports';
import {
  booleanParameter,
  branchParameter,
  cursorParameter,
  instantParameter,
  integerFrom,
  integerParameter,
  limitParameter,
  refineRange,
  textParameter,
} from '../http/parameters';
import { invalid } from '../http/reply';
import type { Reader } from '../reader/queries';
import type { ReportFilter } from '../reports/filter';
import { branchFor, type Viewer, viewerOf } from './access';
import { answered, type Endpoint, type EndpointInput, endpoint } from './endpoint';

const STATE_NAMES = { STARTED: 'started', READYFORPICKUP: 'ready', COMPLETED: 'served' } as const;
const STATES = Object.keys(STATE_NAMES).flatMap((word) => [word, `KITCHEN-TICKET-STATE-${word}`]);

/** The parameters that filter courses, beside the branch. */
export const courseParameters = {
  from: instantParameter.optional(),
  to: instantParameter.optional(),
  course: textParameter.optional().describe('The number of a course; any other text is an abbreviation.'),
  table: z
    .string()
    .regex(/^-?\d{1,40}(\/-?\d{1,40})?$/, 'must be a table number, or number/sub-number')
    .optional(),
  service: textParameter
    .optional()
    .describe('Name of the service; none for courses before the first service of the day.'),
  orderKind: z.enum(ORDER_KINDS, { error: 'must be table or cafeteria' }).optional(),
  state: oneOf(STATES).optional(),
  late: booleanParameter.optional(),
  guests: integerParameter.optional().describe('Exact number of guests of the order.'),
  weekday: integerFrom(1, 7).optional().describe('ISO 8601 weekday of the business day: 1 is Monday.'),
  hour: integerFrom(0, 23).optional().describe('Local hour of the start.'),
  nextDay: booleanParameter.optional().describe('Whether it began after midnight, before the cut-off of its day.'),
  q: textParameter.optional().describe('Text in the table, the order number or the name.'),
};

export type CourseQuery = z.infer<z.ZodObject<typeof courseParameters>>;

const secondsParameter = integerFrom(0).optional();

const ticketsParameter = z
  .string()
  .transform((text, context): TicketKey[] => {
    const keys = text.split(',').map(ticketKey);
    const known = keys.filter((key) => key !== null);
    if (known.length === keys.length && keys.length <= MAX_TICKETS) return known;
    context.addIssue({ code: 'custom', message: `must be ids of tickets, ${MAX_TICKETS} at most` });
    return z.NEVER;
  })
  .meta({ type: 'string' });

const query = refineRange(
  z.strictObject({
    branch: branchParameter,
    ...courseParameters,
    leftOut: oneOf(LEFT_OUT)
      .optional()
      .describe('The reason why its preparation is excluded; auto-closed and presumed-served exclude other measures.'),
    of: oneOf(MEASURES)
      .optional()
      .describe('Courses for which this measure counts in the summary, limited by atLeast and under.'),
    atLeast: secondsParameter.describe('Minimum of the measure `of`, in seconds.'),
    under: secondsParameter.describe('Limit of the measure `of` in seconds, exclusive.'),
    tickets: ticketsParameter.optional().describe('Exactly the tickets with these ids, separated by commas.'),
    limit: limitParameter,
    cursor: cursorParameter(courseCursor).optional(),
  }),
).check((context) => {
  // One problem per mistake: a range is checked only if its parts are valid.
  if (context.issues.length > 0) return;
  const { of, atLeast, under } = context.value;
  const refuse = (parameter: string, message: string) =>
    context.issues.push({ code: 'custom', input: context.value, path: [parameter], message });
  if (of === undefined && (atLeast ?? under) !== undefined)
    refuse('of', 'is required with atLeast and under, which limit its length');
  if (atLeast !== undefined && under !== undefined && under <= atLeast) refuse('under', 'must be above atLeast');
});

type Query = z.infer<typeof query>;

const ADMITS = { views: ['api'] } as const;

const CSV_PAGE = 1000;

export const courseEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/api/v1/courses',
    summary: 'The courses that a branch had in the last 7 days, in course order: what a screen can be filtered by.',
    views: ['api', 'kitchen'],
    query: z.strictObject({ branch: branchParameter }),
    reply: z.object({ courses: z.array(ticketShape.shape.course) }),
    async handle({ deps, viewer, query }) {
      const branch = branchFor(viewer, query.branch);
      const since = branchNowOf(deps, branch) - 7 * DAY_MS;
      return { courses: await deps.reader.read('recentCourses', { branch, since }) };
    },
  }),
  endpoint({
    ...ADMITS,
    method: 'GET',
    path: '/api/v1/history/courses',
    summary: 'Courses, newest first, including open ones.',
    query,
    reply: z.object({ courses: z.array(ticketShape), nextCursor: z.string().nullable() }),
    viewed: 'history',
    async handle({ deps, viewer, query }) {
      const { courses, next } = await deps.reader.read('courses', filterOf(deps, viewer, query));
      return { courses: courses.map(({ ticket }) => ticket), nextCursor: cursorText(next) };
    },
  }),
  endpoint({
    ...ADMITS,
    method: 'GET',
    path: '/api/v1/history/courses.csv',
    summary: 'All matching courses as a table; limit and cursor are ignored.',
    query,
    reply: z.string(),
    viewed: 'history-csv',
    handle: sendCsv,
  }),
];

function filterOf(deps: Core, viewer: Viewer, query: Query): CourseFilter {
  const branch = branchFor(viewer, query.branch);
  return {
    ...courseFilterOf(deps, [branch], query),
    branch,
    tickets: query.tickets ?? null,
    leftOut: query.leftOut ?? null,
    took: query.of === undefined ? null : { of: query.of, atLeastMs: msOf(query.atLeast), underMs: msOf(query.under) },
    limit: query.limit,
    cursor: query.cursor ?? null,
    now: branchNowOf(deps, branch),
  };
}

function msOf(seconds: number | undefined): number | null {
  return seconds === undefined ? null : seconds * 1000;
}

/** Reads page by page, so that years of history are never in memory at once. */
async function sendCsv({
  deps,
  viewer,
  query,
  request,
  response,
  noteView,
}: EndpointInput<Query>): Promise<typeof answered> {
  const filter = { ...filterOf(deps, viewer, query), limit: CSV_PAGE, cursor: null };
  const timeZone = timeZoneOf(deps, filter.branch);
  const checkAccess = async () => void branchFor(await viewerOf(request, deps, ADMITS, filter.branch), filter.branch);
  const file = { name: 'heatlamp-courses.csv', hasByteOrderMark: viewer.manager !== null };
  await deps.exports.send(response, file, async () => {
    const first = await courseSlice(deps.reader, { filter, timeZone }, checkAccess);
    noteView();
    return first;
  });
  return answered;
}

/**
 * A page of courses. Because the client may read for hours, `checkAccess` is called before each following page; it
 * rejects if the client has lost its access.
 */
export async function courseSlice(
  reader: Reader,
  table: { filter: CourseFilter; timeZone: string },
  checkAccess: () => Promise<void>,
): Promise<Slice> {
  const { csv, next } = await reader.read('coursesCsv', table);
  if (!next) return { csv, readNext: null };
  return {
    csv,
    async readNext() {
      await checkAccess();
      return courseSlice(reader, { ...table, filter: { ...table.filter, cursor: next } }, checkAccess);
    },
  };
}

/** The filter for the courses of these branches. @throws Problem 400 for a service that none of them has */
export function courseFilterOf(
  deps: Core,
  branches: readonly number[],
  query: CourseQuery,
): Omit<ReportFilter, 'branches' | 'now'> {
  const [number, subNumber = null] = query.table?.split('/') ?? [];
  const state = query.state?.replace('KITCHEN-TICKET-STATE-', '') as keyof typeof STATE_NAMES | undefined;
  return {
    from: query.from ?? null,
    to: query.to ?? null,
    course: query.course ?? null,
    table: number === undefined ? null : { number, subNumber },
    service: query.service === undefined ? null : knownService(deps, branches, query.service),
    orderKind: query.orderKind ?? null,
    state: state ? STATE_NAMES[state] : null,
    late: query.late ?? null,
    guests: query.guests ?? null,
    weekday: query.weekday ?? null,
    hour: query.hour ?? null,
    nextDay: query.nextDay ?? null,
    q: query.q ?? null,
  };
}

/** The name of a service in lower case, in which filters compare it. @throws Problem 400 for one that no branch has */
function knownService({ settings }: Core, branches: readonly number[], service: string): string {
  const known = branches.flatMap((branch) =>
    (readServices(String(settings.value('services', branch))) ?? []).map(({ name }) => name.toLowerCase()),
  );
  const names = [...new Set([...known, NO_SERVICE])];
  const name = service.toLowerCase();
  if (names.includes(name)) return name;
  throw invalid([{ parameter: 'service', message: `must be one of ${names.join(', ')}` }]);
}
