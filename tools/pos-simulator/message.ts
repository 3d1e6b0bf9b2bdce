import { orderId } from './orders';
import type { Press } from './presses';
import { between, type Random } from './random';
import type { Table, Truth } from './service';
import { atOffset } from './timestamp';

/** The options that all messages of a service share. `offset` is the numeric offset of its time stamps. */
export type Till = { branch: number; unit: Truth['unit']; offset: string; faults: boolean };

/** The text that the POS posts for a press, and the table that it names, if it names one. */
export type Message = { path: string; body: string; table: Table | null };

// Shares of the messages that are odd in one way or another.
const textNumbers = 0.035;
const unknownMembers = 0.05;
const otherOrderNull = 0.035;
const otherOrderToo = 0.01;
const nestedMembers = 0.03;
const slippedPath = 0.04;
const noTable = 0.02;
const noSubNumber = 0.1;
const upperCaseId = 0.02;

/** The body of a press, with the oddities of a real POS (pos-interface, sections 2 and 3) when the till has faults. */
export function writeMessage(press: Press, counter: number, till: Till, random: Random): Message {
  const odd = (share: number) => till.faults && random() < share;
  const asText = odd(textNumbers);
  const number = (value: number) => (asText ? String(value) : value);
  const unknown = odd(unknownMembers);
  const { order, event } = press;
  const table = odd(noTable) ? null : tableAt(press);
  const year = Number(atOffset(press.at, till.offset).slice(0, 4));

  const orderMember = {
    orderId: odd(upperCaseId) ? order.orderId.toUpperCase() : order.orderId,
    year: number(year),
    number: number(order.number),
    ...(order.ticketNumber === null ? {} : { ticketNumber: order.ticketNumber }),
  };
  const details = {
    [order.kind === 'table' ? 'tableOrder' : 'cafeteriaOrder']: orderMember,
    ...(table ? { table: tableMember(table, number, odd(noSubNumber)) } : {}),
    course: { ...courseMember(press, till.unit, number), ...(unknown ? { isRush: true } : {}) },
    ...(unknown ? { kitchenStation: { number: 2, name: 'Grill' } } : {}),
    ...otherOrder(press, year, odd, random),
  };
  const envelope = {
    event: { eventBlocking: false, eventCounter: counter, eventTimestamp: atOffset(press.at, till.offset) },
    sender: { branchNumber: till.branch, workplaceNumber: between(random, 1, 3) },
  };
  const body = odd(nestedMembers) ? { ...envelope, [event]: details } : { ...envelope, ...details };
  const slipped = event === 'kitchenCompleteCourse' && odd(slippedPath);
  return { path: `/webhooks/${slipped ? 'kitchenStartCourse' : event}`, body: JSON.stringify(body), table };
}

function tableAt(press: Press): Table | null {
  return press.order.seats.findLast((seat) => seat.from <= press.at)?.table ?? null;
}

type NumberForm = (value: number) => number | string;

function tableMember(table: Table, number: NumberForm, leaveOut: boolean): Partial<Record<keyof Table, unknown>> {
  const { subNumber, ...rest } = table;
  // Absent means 1.
  const named = leaveOut && subNumber === 1 ? rest : table;
  return { ...named, number: number(table.number) };
}

function courseMember({ round, event, at }: Press, unit: Till['unit'], number: NumberForm): Record<string, unknown> {
  const { course, startedAt, readyAt } = round;
  // Of two presses of complete, the first was too early.
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

/** An order of the other kind may be present too; then the table's order counts. */
function otherOrder(
  { order }: Press,
  year: number,
  odd: (share: number) => boolean,
  random: Random,
): Record<string, unknown> {
  if (odd(otherOrderNull)) return { [order.kind === 'table' ? 'cafeteriaOrder' : 'tableOrder']: null };
  if (order.kind === 'cafeteria' || !odd(otherOrderToo)) return {};
  return { cafeteriaOrder: { orderId: orderId(random), year, number: 6_540, ticketNumber: 40 } };
}

function inUnit(milliseconds: number, unit: Till['unit']): number {
  const perUnit = { milliseconds: 1, seconds: 1_000, minutes: 60_000 }[unit];
  return Math.round(milliseconds / perUnit);
}
