import type { Table, Truth } from './generate-service';
import { orderId, type Press } from './orders';
import { between, type Random } from './random';

const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Options of all messages of a service. `offset` is the UTC offset of the time stamps. */
export type PosOptions = { branch: number; unit: Truth['unit']; offset: string; faults: boolean };

/** The request for a press, and the table in its body; null if it has none. */
export type Message = { path: string; body: string; table: Table | null };

// Shares of the messages with each deviation.
const textNumbers = 0.035;
const unknownMembers = 0.05;
const otherOrderNull = 0.035;
const otherOrderToo = 0.01;
const nestedMembers = 0.03;
const wrongPath = 0.04;
const noTable = 0.02;
const noSubNumber = 0.1;
const upperCaseId = 0.02;

/**
 * Writes the request for a press, with the faults of a real POS (docs/pos-interface.md, sections 2 and 3) if enabled.
 */
export function writeMessage(press: Press, counter: number, pos: PosOptions, random: Random): Message {
  const happens = (share: number) => pos.faults && random() < share;
  const asText = happens(textNumbers);
  const number = (value: number) => (asText ? String(value) : value);
  const unknown = happens(unknownMembers);
  const { order, event } = press;
  const table = happens(noTable) ? null : tableAt(press);
  const year = Number(atOffset(press.at, pos.offset).slice(0, 4));

  const orderMember = {
    orderId: happens(upperCaseId) ? order.orderId.toUpperCase() : order.orderId,
    year: number(year),
    number: number(order.number),
    ...(order.ticketNumber === null ? {} : { ticketNumber: order.ticketNumber }),
  };
  const details = {
    [order.kind === 'table' ? 'tableOrder' : 'cafeteriaOrder']: orderMember,
    ...(table ? { table: tableMember(table, number, happens(noSubNumber)) } : {}),
    course: { ...courseMember(press, pos.unit, number), ...(unknown ? { isRush: true } : {}) },
    ...(unknown ? { kitchenStation: { number: 2, name: 'Grill' } } : {}),
    ...otherOrder(press, year, happens, random),
  };
  const envelope = {
    event: { eventBlocking: false, eventCounter: counter, eventTimestamp: atOffset(press.at, pos.offset) },
    sender: { branchNumber: pos.branch, workplaceNumber: between(random, 1, 3) },
  };
  const body = happens(nestedMembers) ? { ...envelope, [event]: details } : { ...envelope, ...details };
  const isWrongPath = event === 'kitchenCompleteCourse' && happens(wrongPath);
  return { path: `/webhooks/${isWrongPath ? 'kitchenStartCourse' : event}`, body: JSON.stringify(body), table };
}

function tableAt(press: Press): Table | null {
  return press.order.seats.findLast((seat) => seat.from <= press.at)?.table ?? null;
}

type NumberForm = (value: number) => number | string;

function tableMember(table: Table, number: NumberForm, omitsSubNumber: boolean): Partial<Record<keyof Table, unknown>> {
  const { subNumber, ...rest } = table;
  // An absent subNumber means 1.
  const member = omitsSubNumber && subNumber === 1 ? rest : table;
  return { ...member, number: number(table.number) };
}

function courseMember(
  { round, event, at }: Press,
  unit: PosOptions['unit'],
  number: NumberForm,
): Record<string, unknown> {
  const { course, startedAt, readyAt } = round;
  // The course may be completed twice; this message reports its own press.
  const doneAt = event === 'kitchenCompleteCourse' ? at : readyAt;
  return {
    courseNumber: course.number,
    name: course.name,
    abbreviation: course.abbreviation,
    sequenceNumber: number(course.sequence),
    expectedPreparationTime: inUnit(course.expectedSeconds * 1000, unit),
    ...(event === 'kitchenStartCourse' ? {} : { actualPreparationTime: inUnit(doneAt - startedAt, unit) }),
  };
}

/** An order of the other kind, which a receiver must ignore: null, or a cafeteria order beside a table order. */
function otherOrder(
  { order }: Press,
  year: number,
  happens: (share: number) => boolean,
  random: Random,
): Record<string, unknown> {
  if (happens(otherOrderNull)) return { [order.kind === 'table' ? 'cafeteriaOrder' : 'tableOrder']: null };
  if (order.kind === 'cafeteria' || !happens(otherOrderToo)) return {};
  return { cafeteriaOrder: { orderId: orderId(random), year, number: 6_540, ticketNumber: 40 } };
}

function inUnit(milliseconds: number, unit: PosOptions['unit']): number {
  const perUnit = { milliseconds: 1, seconds: 1_000, minutes: 60_000 }[unit];
  return Math.round(milliseconds / perUnit);
}

/** The offset of an ISO 8601 time stamp (`+02:00`, `Z`); null if the text is not such a time stamp. */
export function offsetOf(text: string): string | null {
  const offset = form.exec(text)?.[1];
  return offset === undefined || Number.isNaN(Date.parse(text)) ? null : offset;
}

/** Formats an instant (epoch ms) like the POS: local time with milliseconds and an offset. */
export function atOffset(instant: number, offset: string): string {
  return new Date(instant + offsetMs(offset)).toISOString().replace('Z', offset);
}

function offsetMs(offset: string): number {
  if (offset === 'Z') return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6));
  return (offset.startsWith('-') ? -minutes : minutes) * 60_000;
}
