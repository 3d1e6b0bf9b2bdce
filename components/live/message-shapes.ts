import type { Board, BoardChange, BoardHead, Practice, Ticket } from '../../contract/live';

/**
 * Whether an answer is a board. Invalid data, a proxy's log-in page and an older server must not replace the last good
 * board.
 */
export function isBoard(value: unknown): value is Board {
  return isMessage(value) && hasNews(value);
}

export function isChange(value: unknown): value is BoardChange {
  return isMessage(value) && hasNews(value) && typeof value['previousVersion'] === 'number';
}

export function isHead(value: unknown): value is BoardHead {
  return isMessage(value) && typeof value['build'] === 'string';
}

/** What is practised according to a message; null for nothing, and for what a screen could not show. */
export function practiceIn({ practice }: { practice?: unknown }): Practice | null {
  return hasNews(membersOf(practice)) ? (practice as Practice) : null;
}

/** Whether the common fields of a message are valid. An unreadable time would break every clock on the page. */
function isMessage(value: unknown): value is Record<string, unknown> {
  const { epoch, version, serverTime, posOffsetMs } = (value ?? {}) as Record<string, unknown>;
  return (
    typeof epoch === 'string' &&
    typeof version === 'number' &&
    typeof serverTime === 'string' &&
    !Number.isNaN(Date.parse(serverTime)) &&
    typeof posOffsetMs === 'number'
  );
}

function hasNews({ tickets, tables }: Record<string, unknown>): boolean {
  return Array.isArray(tickets) && tickets.every(isTicket) && Array.isArray(tables) && tables.every(isTable);
}

/**
 * Checks the fields that a screen reads: a ticket that it could not show must not lead to an empty board that looks
 * live.
 */
export function isTicket(value: unknown): value is Ticket {
  const { id, version, round, course, table, marks, claim, collected, hiddenOn, ...times } = membersOf(value);
  return (
    typeof id === 'string' &&
    typeof version === 'number' &&
    typeof round === 'number' &&
    typeof membersOf(course)['number'] === 'number' &&
    (table === null || isPlace(table)) &&
    Array.isArray(marks) &&
    Array.isArray(hiddenOn) &&
    isTap(claim) &&
    isTap(collected) &&
    INSTANTS.every((name) => isInstant(times[name]))
  );
}

/** Whether the value says who tapped, and when. */
function isTap(value: unknown): boolean {
  const { by, at } = membersOf(value);
  const { id, name } = membersOf(by);
  return (
    value === null || (typeof id === 'number' && typeof name === 'string' && typeof at === 'string' && isInstant(at))
  );
}

const INSTANTS = ['startedAt', 'readyAt', 'servedAt', 'closedAt', 'warnAt', 'lateAt', 'veryLateAt'];

function isTable(value: unknown): boolean {
  // An older server does not send the first course.
  const { version, courses, parties, lastFoodAt, firstCourseAt = null } = membersOf(value);
  const isTimed = isInstant(lastFoodAt) && isInstant(firstCourseAt);
  return isPlace(value) && typeof version === 'number' && Array.isArray(courses) && Array.isArray(parties) && isTimed;
}

function isPlace(value: unknown): boolean {
  const { number, subNumber, name } = membersOf(value);
  return typeof number === 'string' && typeof subNumber === 'string' && (name === null || typeof name === 'string');
}

function isInstant(value: unknown): boolean {
  return value === null || (typeof value === 'string' && !Number.isNaN(Date.parse(value)));
}

/** Members of an object; empty for any other value. */
export function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
