import {
  type KitchenTicketState,
  PRACTICE_ORDER,
  PRACTICE_ORDER_KEY,
  PRACTICE_TABLE,
  type Practice,
  type Table,
  type Ticket,
} from '../contract/live';
import type { TestStep } from '../contract/set-up';
import type { Instant } from './fact';
import { NOTHING_CHANGED } from './order-table';
import { toIso } from './ticket';

/** F26a: how long after its beginning a test course is ready, is served, and is gone. */
const READY_MS = 8_000;
const SERVED_MS = 16_000;
const GONE_MS = 22_000;

const COUNTER_TICKET = 0;

/** `beganAt` is server time, epoch ms; the POS's clock is `posOffsetMs` behind. */
export type TestRun = { branch: number; beganAt: Instant; posOffsetMs: number };

/** F26a: how far a test course is. */
export function testStep({ beganAt }: Pick<TestRun, 'beganAt'>, now: Instant): TestStep {
  const since = now - beganAt;
  if (since < 0 || since >= GONE_MS) return 'gone';
  return since < READY_MS ? 'cooking' : since < SERVED_MS ? 'ready' : 'served';
}

/** F26: a test course as the screens of its branch show it at an instant of the server; null when it is gone. */
export function testCourse(run: TestRun, now: Instant): Practice | null {
  const step = testStep(run, now);
  if (step === 'gone') return null;
  const ticket = ticketOf(run, step);
  return { kind: 'test', until: toIso(run.beganAt + GONE_MS), tickets: [ticket], tables: [tableOf(ticket)] };
}

/** F26b: a test course as guests see it: a number of the counter. */
export function testForGuests(practice: Practice): Practice {
  const atCounter = { orderKind: 'cafeteria', ticketNumber: COUNTER_TICKET, table: null } as const;
  return { ...practice, tickets: practice.tickets.map((ticket) => ({ ...ticket, ...atCounter })), tables: [] };
}

const STATES: Record<Exclude<TestStep, 'gone'>, KitchenTicketState> = {
  cooking: 'KITCHEN-TICKET-STATE-STARTED',
  ready: 'KITCHEN-TICKET-STATE-READYFORPICKUP',
  served: 'KITCHEN-TICKET-STATE-COMPLETED',
};
const VERSIONS = { cooking: 1, ready: 2, served: 3 };

function ticketOf({ branch, beganAt, posOffsetMs }: TestRun, step: Exclude<TestStep, 'gone'>): Ticket {
  const startedAt = beganAt - posOffsetMs;
  const servedAt = step === 'served' ? toIso(startedAt + SERVED_MS) : null;
  return {
    id: `${PRACTICE_ORDER_KEY}-1-1`,
    branch,
    orderKind: 'table',
    orderId: PRACTICE_ORDER,
    orderYear: null,
    orderNumber: null,
    ticketNumber: null,
    table: { number: PRACTICE_TABLE, subNumber: '1', name: null, guests: null },
    course: { number: 1, name: PRACTICE_TABLE, abbreviation: PRACTICE_TABLE, sequence: 1 },
    round: 1,
    state: STATES[step],
    startedAt: toIso(startedAt),
    readyAt: step === 'cooking' ? null : toIso(startedAt + READY_MS),
    servedAt,
    closedAt: servedAt,
    closedBy: servedAt === null ? null : 'pos',
    ...{ expectedSeconds: null, posSeconds: null, measuredSeconds: null },
    ...{ warnAt: null, lateAt: null, veryLateAt: null },
    ...{ claim: null, collected: null, presumedServed: null, hiddenOn: [], marks: [] },
    changes: NOTHING_CHANGED,
    version: VERSIONS[step],
  };
}

function tableOf({ branch, course, state, startedAt, readyAt, servedAt, version }: Ticket): Table {
  const { number, abbreviation, sequence } = course;
  const courses = [{ number, abbreviation, sequence, state, presumedServed: false }];
  const party = { name: null, guests: null, courses, firstCourseAt: startedAt, lastFoodAt: servedAt };
  const isReady = state === 'KITCHEN-TICKET-STATE-READYFORPICKUP';
  return {
    ...{ branch, number: PRACTICE_TABLE, subNumber: '1', version, since: servedAt ?? readyAt ?? startedAt },
    status: isReady ? 'TABLE-STATUS-ORDER-READY-TO-BE-SERVED' : 'TABLE-STATUS-TAKEN',
    ...party,
    parties: [{ ...party, orderKey: PRACTICE_ORDER_KEY }],
  };
}
