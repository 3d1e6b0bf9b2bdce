import type { HistoryCourse } from '../../contract/history';
import type { InstantText, Ticket } from '../../contract/live';
import { wallText } from '../../domain/business-day';
import type { Cell } from './csv-text';

type Column = readonly [name: string, cellOf: (course: HistoryCourse, timeZone: string) => Cell];

/**
 * The columns of courses.csv: the members of Ticket, flattened; then its steps in the branch's local time, and the
 * business day.
 */
const COLUMNS: readonly Column[] = [
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
  ['changes.tableFrom.number', ({ ticket }) => ticket.changes.tableFrom?.number],
  ['changes.tableFrom.subNumber', ({ ticket }) => ticket.changes.tableFrom?.subNumber],
  ['changes.nameFrom', ({ ticket }) => ticket.changes.nameFrom],
  ['changes.guestsFrom', ({ ticket }) => ticket.changes.guestsFrom],
  ...column('version'),
  ...(['startedAt', 'readyAt', 'servedAt', 'closedAt'] as const).map(
    (step): Column => [`${step}.local`, ({ ticket }, timeZone) => localTime(ticket[step], timeZone)],
  ),
  ['timeZone', (_course, timeZone) => timeZone],
  ['businessDay', ({ businessDay }) => businessDay],
];

export const COURSE_COLUMNS: readonly string[] = COLUMNS.map(([name]) => name);

/** The cells of a course in courses.csv, in the order of COURSE_COLUMNS. */
export function courseCells(course: HistoryCourse, timeZone: string): Cell[] {
  return COLUMNS.map(([, cellOf]) => cellOf(course, timeZone));
}

function localTime(at: InstantText | null, timeZone: string): string | null {
  return at === null ? null : wallText(Date.parse(at), timeZone);
}

type FlatMember = {
  [Member in keyof Ticket]: Ticket[Member] extends string | number | null ? Member : never;
}[keyof Ticket];

function column(...members: FlatMember[]): Column[] {
  return members.map((member) => [member, ({ ticket }) => ticket[member]]);
}
