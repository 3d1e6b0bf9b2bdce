import type { Ticket } from '../../domain/live-contract';
import type { HistoryCourse } from '../read/history-course';

type Cell = string | number | null | undefined;

/** The columns of courses.csv: the Ticket's members, flattened, in their order; then the business day. */
const COLUMNS: readonly (readonly [string, (course: HistoryCourse) => Cell])[] = [
  ...column('id', 'branch', 'orderKind', 'orderId', 'orderYear', 'orderNumber', 'ticketNumber'),
  ['table.number', ({ ticket }) => ticket.table?.number],
  ['table.subNumber', ({ ticket }) => ticket.table?.subNumber],
  ['table.name', ({ ticket }) => ticket.table?.name],
  ['table.guests', ({ ticket }) => ticket.table?.guests],
  ['course.number', ({ ticket }) => ticket.course.number],
  ['course.name', ({ ticket }) => ticket.course.name],
  ['course.abbreviation', ({ ticket }) => ticket.course.abbreviation],
  ['course.sequence', ({ ticket }) => ticket.course.sequence],
  ...column(
    'round',
    'state',
    'startedAt',
    'readyAt',
    'servedAt',
    'closedAt',
    'closedBy',
    'expectedSeconds',
    'posSeconds',
    'measuredSeconds',
    'warnAt',
    'lateAt',
    'veryLateAt',
  ),
  ['claim.by.id', ({ ticket }) => ticket.claim?.by.id],
  ['claim.by.name', ({ ticket }) => ticket.claim?.by.name],
  ['claim.at', ({ ticket }) => ticket.claim?.at],
  ['collected.by.id', ({ ticket }) => ticket.collected?.by.id],
  ['collected.by.name', ({ ticket }) => ticket.collected?.by.name],
  ['collected.at', ({ ticket }) => ticket.collected?.at],
  ['presumedServed.at', ({ ticket }) => ticket.presumedServed?.at],
  ['presumedServed.reason', ({ ticket }) => ticket.presumedServed?.reason],
  ['hiddenOn', ({ ticket }) => ticket.hiddenOn.join(' ')],
  ['marks', ({ ticket }) => ticket.marks.join(' ')],
  ...column('version'),
  ['businessDay', ({ businessDay }) => businessDay],
];

export const COURSE_COLUMNS: readonly string[] = COLUMNS.map(([name]) => name);

export function courseCells(course: HistoryCourse): Cell[] {
  return COLUMNS.map(([, cellOf]) => cellOf(course));
}

type FlatMember = {
  [Member in keyof Ticket]: Ticket[Member] extends string | number | null ? Member : never;
}[keyof Ticket];

function column(...members: FlatMember[]): (readonly [string, (course: HistoryCourse) => Cell])[] {
  return members.map((member) => [member, ({ ticket }) => ticket[member]]);
}
