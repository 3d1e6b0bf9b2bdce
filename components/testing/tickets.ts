import type { Board, BoardChange, Party, Table, TableCourse, Ticket } from '../../contract/live';
import { namedCourse } from '../../domain/testing/facts';
import { MINUTE_MS } from '../../lib/time';

/** The start of the evening that tests look at, epoch ms. */
export const EVENING = Date.parse('2026-06-19T18:00:00.000Z');

/** An instant of that evening, in minutes after its start. */
export const at = (minutes: number): string => new Date(EVENING + minutes * MINUTE_MS).toISOString();

/** A course in preparation: started at the start of the evening, ten minutes expected; a test says what differs. */
export function ticket(overrides: Partial<Ticket> = {}): Ticket {
  return {
    id: '1-3-1',
    branch: 1,
    orderKind: 'table',
    orderId: null,
    orderYear: 2026,
    orderNumber: 85214,
    ticketNumber: null,
    table: { number: '12', subNumber: '1', name: 'J. Smith', guests: 4 },
    course: namedCourse(),
    round: 1,
    state: 'KITCHEN-TICKET-STATE-STARTED',
    startedAt: at(0),
    readyAt: null,
    servedAt: null,
    closedAt: null,
    closedBy: null,
    expectedSeconds: 600,
    posSeconds: null,
    measuredSeconds: null,
    warnAt: at(8),
    lateAt: at(10),
    veryLateAt: at(15),
    claim: null,
    collected: null,
    presumedServed: null,
    hiddenOn: [],
    marks: [],
    changes: { tableFrom: null, nameFrom: null, guestsFrom: null },
    version: 1,
    ...overrides,
  };
}

/** The same course on the pass since `minutes`: its limits are then those of the wait. */
export function ready(minutes: number, overrides: Partial<Ticket> = {}): Ticket {
  return ticket({
    state: 'KITCHEN-TICKET-STATE-READYFORPICKUP',
    readyAt: at(minutes),
    warnAt: at(minutes + 2),
    lateAt: at(minutes + 4),
    veryLateAt: null,
    ...overrides,
  });
}

/** The same course when it counts as served although the POS reported no serve. */
export function presumed(minutes: number, overrides: Partial<Ticket> = {}): Ticket {
  return ready(minutes, {
    warnAt: null,
    lateAt: null,
    presumedServed: { at: at(minutes + 5), reason: 'later-course' },
    marks: ['presumed-served'],
    ...overrides,
  });
}

/** A course as a table names it. */
export function tableCourse(overrides: Partial<TableCourse> = {}): TableCourse {
  return {
    number: 3,
    abbreviation: 'MA',
    sequence: 3,
    state: 'KITCHEN-TICKET-STATE-STARTED',
    presumedServed: false,
    ...overrides,
  };
}

/** The party of order 1. */
export function party(overrides: Partial<Party> = {}): Party {
  return {
    orderKey: 1,
    name: 'J. Smith',
    guests: 4,
    courses: [],
    firstCourseAt: at(0),
    lastFoodAt: null,
    ...overrides,
  };
}

export function table(overrides: Partial<Table> = {}): Table {
  return {
    branch: 1,
    number: '12',
    subNumber: '1',
    name: 'J. Smith',
    guests: 4,
    status: 'TABLE-STATUS-TAKEN',
    since: at(0),
    courses: [],
    firstCourseAt: at(0),
    lastFoodAt: null,
    parties: [],
    version: 1,
    ...overrides,
  };
}

export function board(overrides: Partial<Board> = {}): Board {
  return {
    epoch: 'e1',
    version: 1,
    serverTime: at(0),
    posOffsetMs: 0,
    lastDeliveryAt: at(0),
    branch: { number: 1, name: 'Hot kitchen', timeZone: 'Europe/Amsterdam' },
    wall: { readyLeavesMinutes: null, touch: 'hide', openingHours: null, usualWait: [] },
    tickets: [],
    tables: [],
    gaps: [],
    ...overrides,
  };
}

/** The change that makes version `version` of the one before. */
export function change(version: number, overrides: Partial<BoardChange> = {}): BoardChange {
  return {
    epoch: 'e1',
    version,
    previousVersion: version - 1,
    serverTime: at(0),
    posOffsetMs: 0,
    lastDeliveryAt: at(0),
    tickets: [],
    tables: [],
    ...overrides,
  };
}
