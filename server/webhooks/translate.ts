import { KITCHEN_EVENTS, type OrderKind, type RefusalCode } from '../../contract/constants';
import { type Fact, type FactTable, type FactType, type OrderNames, toIso } from '../../domain/fact';
import { DAY_MS } from '../../lib/time';
import type { BodyContent, PathSlip, Translation, TranslationContext } from '../intake/delivery';
import { factTypeOf, TILL_EVENTS } from './events';
import { int32Of, shortText } from './member-values';
import { isObject, type JsonObject, readJson } from './read-json';
import { envelopeShape, type KitchenDetails, kitchenShape, readMembers } from './shapes';

type Orders = Pick<KitchenDetails, 'tableOrder' | 'cafeteriaOrder'>;
type Order = Orders['tableOrder'];

/** A POS whose clock is wrong would otherwise start courses that nobody can finish for years. */
const MAX_AHEAD_MS = DAY_MS;
const NOT_ALLOWED = 'the subscription may not send for branch';

/**
 * Translates the verified body of a delivery (pos-interface, sections 1 to 4), received at an instant (epoch ms). Pure,
 * and never throws for any bytes.
 */
export function translate(
  body: Uint8Array,
  bodySha256: string,
  addressed: TranslationContext,
  receivedAt: number,
): Translation {
  const translation = translationOf(body, bodySha256, addressed, receivedAt);
  const { branch, workplace } = translation;
  if (branch === null || !addressed.branches || addressed.branches.includes(branch)) return translation;
  // Without its branch, so that it neither creates a branch nor counts as news of one.
  return { kind: 'unreadable', branch: null, workplace, code: 'INVALID_DATA', reason: `${NOT_ALLOWED} ${branch}` };
}

/** Whether a delivery cannot be read because its subscription is limited to other branches. */
export function isForOtherBranch(translation: Translation): boolean {
  return translation.kind === 'unreadable' && translation.reason.startsWith(NOT_ALLOWED);
}

function translationOf(
  body: Uint8Array,
  bodySha256: string,
  addressed: TranslationContext,
  receivedAt: number,
): Translation {
  const type = contentTypeProblem(addressed.contentType);
  const json = readJson(body);
  const value = json.ok && isObject(json.value) ? json.value : null;
  const workplace = value && (senderMember(value, 'workplaceNumber') ?? senderOfOriginal(value, 'workplaceNumber'));
  if (type) return { kind: 'unreadable', branch: value && senderMember(value, 'branchNumber'), workplace, ...type };
  if (!json.ok) return { kind: 'unreadable', branch: null, workplace, code: 'INVALID_JSON', reason: json.reason };
  if (!value)
    return { kind: 'unreadable', branch: null, workplace, code: 'INVALID_DATA', reason: 'the body is not an object' };
  const content = contentOf(value, bodySha256, addressed);
  const isTooFarAhead = content.kind === 'fact' && content.fact.at - receivedAt > MAX_AHEAD_MS;
  return Object.assign(isTooFarAhead ? datedAhead(content) : content, { workplace });
}

function datedAhead({ branch, fact }: Extract<BodyContent, { kind: 'fact' }>): BodyContent {
  const reason = `the event is dated ${toIso(fact.at)}, more than a day after it came`;
  return { kind: 'unreadable', branch, code: 'INVALID_DATA', reason };
}

function contentOf(value: JsonObject, bodySha256: string, addressed: TranslationContext): BodyContent {
  const branch = senderMember(value, 'branchNumber');

  if (isObject(value.error) && 'original' in value) {
    return {
      kind: 'follow-up',
      branch: branch ?? senderOfOriginal(value, 'branchNumber'),
      reason: `the POS reports ${codeOf(value.error)} for a delivery on ${addressed.pathEvent}`,
    };
  }

  const { event, notes } = eventOf(value, branch, addressed);
  const factType = factTypeOf(event);
  if (factType !== null) return readKitchenEvent(value, event, factType, bodySha256, branch, notes);
  return readOtherEvent(value, event, branch);
}

/** Translates a stored body to a fact of the type as which it was stored. Null if it can no longer be read. */
export function readFactAgain(body: Uint8Array, bodySha256: string, type: FactType): Fact | null {
  const json = readJson(body);
  if (!json.ok || !isObject(json.value)) return null;
  const [event = null] = nestedEvents(json.value);
  const translation = readKitchenEvent(json.value, event, type, bodySha256, null, []);
  return translation.kind === 'fact' ? translation.fact : null;
}

type EventFound = { event: string; notes: string[] };

/** The event by its nested member, else the pinned event, else the path slip, else the path (pos-interface, section 3). */
function eventOf(value: JsonObject, branch: number | null, addressed: TranslationContext): EventFound {
  const [nested] = nestedEvents(value);
  if (nested !== undefined) {
    const notes =
      'course' in value ? [`members under ${nested} and at the top level: those under ${nested} count`] : [];
    return { event: nested, notes };
  }
  if (addressed.pinnedEvent !== null) return { event: addressed.pinnedEvent, notes: [] };
  const actual = isObject(value.course) ? value.course.actualPreparationTime : undefined;
  if (isSlipRead(addressed.pathSlip, branch) && addressed.pathEvent === 'kitchenStartCourse' && isPositive(actual)) {
    return {
      event: 'kitchenCompleteCourse',
      notes: ['came to the start path with an actual preparation time: read as a complete'],
    };
  }
  return { event: addressed.pathEvent, notes: [] };
}

/** Whether a time was measured. A POS that has not measured one yet sends zero. */
function isPositive(time: unknown): boolean {
  return (typeof time === 'number' || typeof time === 'bigint' || typeof time === 'string') && Number(time) > 0;
}

function isSlipRead({ isRead, exceptInBranches }: PathSlip, branch: number | null): boolean {
  return branch !== null && exceptInBranches.includes(branch) ? !isRead : isRead;
}

function nestedEvents(value: JsonObject): string[] {
  return KITCHEN_EVENTS.filter((event) => isObject(value[event]));
}

function readKitchenEvent(
  value: JsonObject,
  event: string | null,
  type: FactType,
  bodySha256: string,
  branch: number | null,
  notes: string[],
): BodyContent {
  const unreadable = (code: RefusalCode, reason: string): BodyContent => ({ kind: 'unreadable', branch, code, reason });
  const nested = event === null ? null : value[event];
  const details = isObject(nested) ? nested : value;
  if (!('course' in details)) return unreadable('NO_EVENT_DETAILS', `the body says nothing of a course for ${event}`);

  const envelope = readMembers(envelopeShape, value);
  if (!envelope.ok) return unreadable('INVALID_DATA', envelope.reason);
  const kitchen = readMembers(kitchenShape, details);
  if (!kitchen.ok) return unreadable('INVALID_DATA', kitchen.reason);

  const order = orderOf(kitchen.members);
  if (!order)
    return unreadable(
      'INVALID_DATA',
      kitchen.leftOut.join('; ') ||
        'neither tableOrder nor cafeteriaOrder names an order: an orderId, or year and number',
    );

  const leftOut = [...envelope.leftOut, ...kitchen.leftOut];
  if (leftOut.length > 0) notes.push(`left out: ${leftOut.join('; ')}`);
  const { course } = kitchen.members;
  // Not built by spreading, which takes nearly as long as parsing the JSON of all these members.
  const factOf = <Type extends FactType>(type: Type) => ({
    at: envelope.members.event.eventTimestamp,
    counter: envelope.members.event.eventCounter,
    bodySha256,
    order: order.names,
    table: tableOf(kitchen.members, order.names.kind),
    course: {
      number: course.courseNumber,
      name: course.name,
      abbreviation: course.abbreviation,
      sequence: course.sequenceNumber,
    },
    expectedRaw: course.expectedPreparationTime,
    type,
  });
  const fact: Fact =
    type === 'CourseCompleted' ? Object.assign(factOf(type), { posRaw: course.actualPreparationTime }) : factOf(type);
  return { kind: 'fact', branch: envelope.members.sender.branchNumber, identity: order.identity, fact, notes };
}

function readOtherEvent(value: JsonObject, event: string, branch: number | null): BodyContent {
  if (event === 'scanCode') {
    const scan = value.scanCode;
    if (!isObject(scan))
      return { kind: 'unreadable', branch, code: 'NO_EVENT_DETAILS', reason: 'the body has no member scanCode' };
    if (typeof scan.scannedCode !== 'string' || scan.scannedCode === '') {
      return { kind: 'unreadable', branch, code: 'NO_SCANNED_CODE', reason: 'scanCode.scannedCode is missing' };
    }
  }
  const reason = TILL_EVENTS.has(event)
    ? `${event} is the till's: nothing for the kitchen`
    : `${shortText(event, 100)} is not an event that we know`;
  return { kind: 'ignored', branch, isScan: event === 'scanCode', reason };
}

function contentTypeProblem(contentType: string | null): { code: RefusalCode; reason: string } | null {
  if (contentType === null) return { code: 'NO_CONTENT_TYPE', reason: 'no Content-Type' };
  const media = contentType.split(';', 1)[0]?.trim().toLowerCase();
  return media === 'application/json'
    ? null
    : { code: 'INVALID_CONTENT_TYPE', reason: 'Content-Type is not application/json' };
}

type SenderMember = 'branchNumber' | 'workplaceNumber';

function senderMember({ sender }: JsonObject, member: SenderMember): number | null {
  return isObject(sender) ? (int32Of(sender[member]) ?? null) : null;
}

/** The branch or workplace of the original event, which an error follow-up contains. */
function senderOfOriginal({ original }: JsonObject, member: SenderMember): number | null {
  return isObject(original) ? senderMember(original, member) : null;
}

function codeOf(error: JsonObject): string {
  return typeof error.code === 'string' ? shortText(error.code, 60) : 'an error';
}

/** F2: identifies the table order if there is one, else the cafeteria order: by id, else by kind, year and number. */
function orderOf(details: KitchenDetails): { names: OrderNames; identity: string } | null {
  const { tableOrder, cafeteriaOrder } = withoutEmptyOrder(details);
  const kind = tableOrder && (tableOrder.orderId !== null || tableOrder.number !== null) ? 'table' : 'cafeteria';
  const own = kind === 'table' ? tableOrder : cafeteriaOrder;
  if (!own) return null;
  const orderId = own.orderId ?? cafeteriaOrder?.orderId ?? null;
  const otherOrderId =
    kind === 'table' && cafeteriaOrder?.orderId !== orderId ? (cafeteriaOrder?.orderId ?? null) : null;
  const { year, number } = own;
  const names = {
    kind,
    orderId,
    otherOrderId,
    year,
    number,
    ticketNumber: cafeteriaOrder?.ticketNumber ?? null,
  } as const;
  if (orderId !== null) return { names, identity: `id:${orderId}` };
  return year === null || number === null ? null : { names, identity: `${kind}:${year}:${number}` };
}

/** F2: an order of zeros next to an order with a number means that there is no such order. */
function withoutEmptyOrder({ tableOrder, cafeteriaOrder }: KitchenDetails): Orders {
  if (isNamed(cafeteriaOrder) && !isNamed(tableOrder)) return { tableOrder: null, cafeteriaOrder };
  if (isNamed(tableOrder) && isZeros(cafeteriaOrder)) return { tableOrder, cafeteriaOrder: null };
  return { tableOrder, cafeteriaOrder };
}

/** Without a usable id, a number of zero identifies no order. */
function isNamed(order: Order): boolean {
  return order !== null && (order.orderId !== null || (order.number ?? 0) !== 0);
}

function isZeros(order: Order): boolean {
  return order !== null && order.orderId === null && order.number === 0;
}

/**
 * F7: the table of an event by number and sub-number, by default the first; without a number only the name and the number
 * of guests. For a counter order, a table with number zero means that there is none; a party without guests, that nobody
 * counted them.
 */
function tableOf({ table }: KitchenDetails, kind: OrderKind): FactTable | null {
  if (!table) return null;
  const { number, subNumber, tableName: name, numberOfGuests } = table;
  const guests = numberOfGuests !== null && numberOfGuests > 0 ? numberOfGuests : null;
  const isNone = number === null || (number === '0' && kind === 'cafeteria');
  if (!isNone) return { number, subNumber: subNumber ?? '1', name, guests };
  return name === null && guests === null ? null : { number: null, subNumber: null, name, guests };
}
