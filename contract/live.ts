import * as z from 'zod';
import { ORDER_KINDS, PRACTICE_ENDS, SCREEN_LIMITS, TICKET_ID } from './constants';
import { instant, integer, oneOf } from './parts';
import { SETTINGS } from './settings';

// Tickets, tables and boards, and the messages of Socket.IO. docs/contract.md explains every member.

/** ISO 8601 in UTC with milliseconds. */
export type InstantText = z.infer<typeof instant>;

/** As the POS names them (pos-interface, section 5). */
const ticketState = z.enum([
  'KITCHEN-TICKET-STATE-NOT-STARTED',
  'KITCHEN-TICKET-STATE-STARTED',
  'KITCHEN-TICKET-STATE-COMPLETED',
  'KITCHEN-TICKET-STATE-DELETED',
  'KITCHEN-TICKET-STATE-READYFORPICKUP',
]);
export type KitchenTicketState = z.infer<typeof ticketState>;

/** As the POS names them (pos-interface, section 5). */
const tableStatus = z.enum([
  'TABLE-STATUS-OPEN',
  'TABLE-STATUS-TAKEN',
  'TABLE-STATUS-TAKEN-AND-RECEIPT-PRINTED',
  'TABLE-STATUS-TAKEN-AND-ACTION-REQUIRED',
  'TABLE-STATUS-TAKEN-AND-TIME-LIMIT-REACHED',
  'TABLE-STATUS-ORDER-READY-TO-BE-SERVED',
  'TABLE-STATUS-RECENTLY-PAID',
]);
export type TableStatus = z.infer<typeof tableStatus>;

/** `pos`: it was served. `screen`: somebody collected or confirmed it (F10b, F10e). `heatlamp`: by time (F9a). */
const closedBy = z.enum(['pos', 'screen', 'heatlamp']);
export type ClosedBy = z.infer<typeof closedBy>;

/** The marks that follow from the facts alone, in the order in which they are listed. */
const FOLD_MARKS = [
  'second-round',
  'no-start',
  'no-ready',
  'clock',
  'completed-again',
  'moved',
  'renamed',
  'guests',
] as const;
export type FoldMark = (typeof FOLD_MARKS)[number];

/** Everything that can be marked on a ticket (SPEC.md). */
const mark = z.enum([...FOLD_MARKS, 'unit-unknown', 'auto-closed', 'collected', 'presumed-served', 'bulk']);
export type Mark = z.infer<typeof mark>;

/**
 * F22: a later course of the order was served, another order began at the table, or it waits too long at the counter or
 * for its table.
 */
const presumedReason = z.enum(['later-course', 'table-retaken', 'counter-wait', 'table-wait']);
export type PresumedReason = z.infer<typeof presumedReason>;

const changes = z
  .object({
    tableFrom: z.object({ number: z.string(), subNumber: z.string() }).nullable(),
    nameFrom: z.string().nullable(),
    guestsFrom: integer.nullable(),
  })
  .describe('The previous values for the marks moved, renamed and guests.');
/** The values before a ticket's marks `moved`, `renamed` and `guests`; null without that mark. */
export type TicketChanges = z.infer<typeof changes>;

const actionBy = z.object({ by: z.object({ id: integer, name: z.string() }), at: instant }).nullable();

export const ticketShape = z
  .object({
    id: z.string().describe('<order key>-<course>-<round>'),
    branch: integer,
    orderKind: z.enum(ORDER_KINDS),
    orderId: z.string().nullable(),
    orderYear: integer.nullable(),
    orderNumber: integer.nullable(),
    ticketNumber: integer.nullable(),
    table: z
      .object({ number: z.string(), subNumber: z.string(), name: z.string().nullable(), guests: integer.nullable() })
      .nullable(),
    course: z.object({
      number: integer,
      name: z.string().nullable(),
      abbreviation: z.string().nullable(),
      sequence: integer.nullable(),
    }),
    round: integer,
    state: ticketState,
    startedAt: instant.nullable(),
    readyAt: instant.nullable(),
    servedAt: instant.nullable(),
    closedAt: instant.nullable(),
    closedBy: closedBy.nullable(),
    expectedSeconds: z.number().nullable(),
    posSeconds: z.number().nullable(),
    measuredSeconds: z.number().nullable(),
    warnAt: instant.nullable(),
    lateAt: instant.nullable(),
    veryLateAt: instant.nullable(),
    claim: actionBy,
    collected: actionBy,
    presumedServed: z
      .object({ at: instant, reason: presumedReason })
      .nullable()
      .describe('Since when it is presumed served, and why; its state does not change.'),
    hiddenOn: z.array(integer),
    marks: z.array(mark),
    changes,
    version: integer,
  })
  .meta({ id: 'Ticket' });
/** A course of an order in one round, as every screen and program sees it. Unknown values are null. */
export type Ticket = z.infer<typeof ticketShape>;

const tableCourse = z.object({
  number: integer,
  abbreviation: z.string().nullable(),
  sequence: integer.nullable(),
  state: ticketState,
  /** F22: the course counts as served, although no serve was reported. */
  presumedServed: z.boolean(),
  collected: z
    .literal(true)
    .exactOptional()
    .describe('It was taken to the table; the POS may not report a serve for it.'),
});
export type TableCourse = z.infer<typeof tableCourse>;

const party = z.object({
  orderKey: integer.describe('The order key, with which the ids of its tickets begin.'),
  name: z.string().nullable(),
  guests: integer.nullable(),
  courses: z.array(tableCourse),
  /** When its first course began. */
  firstCourseAt: instant.nullable(),
  lastFoodAt: instant.nullable(),
});
/** One order that is at a table now, with its own times, courses, guests and name (F7b). */
export type Party = z.infer<typeof party>;

export const tableShape = z
  .object({
    branch: integer,
    number: z.string(),
    subNumber: z.string(),
    name: z.string().nullable(),
    guests: integer.nullable(),
    status: tableStatus,
    since: instant.nullable(),
    courses: z.array(tableCourse),
    /** The first start among its orders; null for an empty table. */
    firstCourseAt: instant.nullable(),
    lastFoodAt: instant.nullable(),
    /** In order of arrival. */
    parties: z.array(party).describe('The orders at the table now, which the members of the table summarize.'),
    version: integer,
  })
  .meta({ id: 'Table' });
/** A table. Its name, guests, courses and times summarize its parties. */
export type Table = z.infer<typeof tableShape>;

/** The limits of a screen in place of its branch's. */
export const limitsShape = z.strictObject(
  Object.fromEntries(
    SCREEN_LIMITS.map((key) => {
      const { least, most } = SETTINGS[key];
      return [key, z.number().min(least).max(most).optional()];
    }),
  ) as Record<(typeof SCREEN_LIMITS)[number], z.ZodOptional<z.ZodNumber>>,
);
export type ScreenLimits = z.infer<typeof limitsShape>;

const ownScreen = z.object({
  id: integer,
  name: z.string(),
  view: z.string(),
  limits: limitsShape.exactOptional(),
});
/** The screen that shows a board, as the server knows it. */
export type OwnScreen = z.infer<typeof ownScreen>;

const usualWait = z.object({ guests: integer, seconds: z.number() });
/** The 80th percentile of the waits between two servings, for parties of this size. */
export type UsualWait = z.infer<typeof usualWait>;

const openingHours = z
  .object({ from: integer, until: integer })
  .describe('Minutes of the day in the time zone of the branch; null for always open.');
/** `until` is the smaller one where the branch closes after midnight. */
export type OpeningHours = z.infer<typeof openingHours>;

const wallSettings = z.object({
  /** After how many minutes a ready card leaves the wall; null for never. */
  readyLeavesMinutes: z.number().nullable(),
  touch: z.enum(['hide', 'collect']).describe('The effect of a touch on a card of a kitchen wall.'),
  /** Outside of these hours an empty wall is dimmed and may sleep. */
  openingHours: openingHours.nullable(),
  /** How long parties usually wait for food, by number of guests; empty while that is unknown. */
  usualWait: z.array(usualWait),
});
/** The settings of its branch that a wall follows. */
export type WallSettings = z.infer<typeof wallSettings>;
export type WallTouch = WallSettings['touch'];

const practiceShape = z.object({
  /** `test`: one course that shows whether the screens work (F26). `service`: a simulated service (F28). */
  kind: z.enum(['test', 'service']),
  until: instant.describe('When it ends by itself.'),
  ended: z.enum(PRACTICE_ENDS).nullable().describe('Why a practice service ended, for a minute after its end.'),
  tickets: z.array(ticketShape),
  tables: z.array(tableShape),
});
/**
 * F26: what the screens of a branch show beside its board although it is not real. It is part of no version, and stored
 * nowhere.
 */
export type Practice = z.infer<typeof practiceShape>;

/**
 * F21: why events may be missing. `down`: the server was not running. `refused`: deliveries could not be stored, or
 * their connection was ended (F21f). `silent`: the POS sent nothing. `restored`: a restored backup is older than the
 * deliveries. `lost`: the database or the inbox lacks deliveries that it had (F21e).
 */
const gapCause = z.enum(['down', 'refused', 'silent', 'restored', 'lost']);
export type GapCause = z.infer<typeof gapCause>;

export const gapShape = z.object({ from: instant, to: instant, cause: gapCause });
/** F21: a period in which events may be missing, by the server's clock. */
export type BoardGap = z.infer<typeof gapShape>;

const shownGap = gapShape.extend({ cause: z.enum([...gapCause.options, 'clock']) });
/**
 * A gap on a board. Its cause may also be `clock` (F23a): the courses of that time were closed on arrival, because the
 * POS's clock is hours behind.
 */
export type ShownGap = z.infer<typeof shownGap>;

/** The version of a board, and how current it is. */
const boardVersion = z.object({
  epoch: z.string(),
  version: integer,
  serverTime: instant,
  asOf: instant
    .exactOptional()
    .describe('Until when the board has everything that was acknowledged; absent if that is now.'),
  /** How far the POS's clock is behind the server's. The branch's now is serverTime − posOffsetMs. */
  posOffsetMs: z.number(),
  lastDeliveryAt: instant.nullable(),
});
type BoardVersion = z.infer<typeof boardVersion>;

export const boardShape = boardVersion
  .extend({
    branch: z.object({ number: integer, name: z.string().nullable(), timeZone: z.string() }),
    wall: wallSettings,
    /** The screen that asked; absent in a snapshot that is sent to many. */
    screen: ownScreen.exactOptional(),
    tickets: z.array(ticketShape),
    tables: z.array(tableShape),
    practice: practiceShape
      .exactOptional()
      .describe('What screens show although it is not real: a test course, or a practice service.'),
    gaps: z
      .array(shownGap)
      .describe('Gaps of the last hour, in which events may be missing, by the clock of the server.'),
    /** Only over HTTP. With a socket, it comes in each head. */
    build: z.string().exactOptional().describe("The build of the server's pages."),
  })
  .meta({ id: 'Board' });
/** The whole board of a branch at one version. */
export type Board = z.infer<typeof boardShape>;

/** What changed on a board in one commit: whole tickets and tables. */
export type BoardChange = BoardVersion & {
  previousVersion: number;
  tickets: Ticket[];
  tables: Table[];
};

/**
 * The state of a branch, sent every two seconds: without it a screen would not notice that it missed the last change.
 */
export type BoardHead = BoardVersion & {
  wall: WallSettings;
  gaps: ShownGap[];
  practice?: Practice;
  /** The build of the server's pages; a wall with another one reloads when it is quiet. */
  build: string;
};

export const actionBodyShape = z.strictObject({
  actionId: z
    .guid('must be a UUID')
    .transform((id) => id.toLowerCase())
    .meta({ type: 'string', format: 'uuid' })
    .describe('Generated by the screen. An action that is sent again with the same id is stored once.'),
  /** SPEC.md, F10. */
  kind: oneOf(['claim', 'collect', 'still-here', 'confirm-served', 'hide', 'recall', 'undo']),
  at: z.iso
    .datetime({ offset: true, error: 'must be an instant, such as 2026-06-19T15:30:00.000Z' })
    .optional()
    .describe('Server time of the tap. One that is older than 30 s is refused.'),
});
export const ticketIdShape = z.string().regex(TICKET_ID, 'must be the id of a ticket: <order key>-<course>-<round>');
/** An action as a socket sends it. */
const actionShape = actionBodyShape.extend({ ticketId: ticketIdShape });
export type TicketActionRequest = z.infer<typeof actionShape>;
export type TicketActionKind = TicketActionRequest['kind'];

/** Why an action is refused. `contract`: it is malformed. `unavailable`: it may be tried again. */
export type TicketActionRefusalCode =
  | 'contract'
  | 'view'
  | 'branch'
  | 'unknown'
  | 'late'
  | 'used'
  | 'closed'
  | 'claimed'
  | 'collected'
  | 'not-presumed'
  | 'hidden'
  | 'not-hidden'
  | 'nothing'
  | 'not-yours'
  | 'undo-late'
  | 'unavailable';

export type ScreenCommand = { kind: 'reload' | 'identify' };

/** The reply to a message that is refused; the socket stays open. */
export type Refusal = { error: { code: string; message: string } };

/** The reply to an action: the ticket after it. */
export type TicketActionAnswer = { ticket: Ticket } | { error: { code: TicketActionRefusalCode; message: string } };

/** Why a socket is refused: the `data.code` of a `connect_error`. */
export type HandshakeCode = 'no-token' | 'unknown' | 'revoked' | 'branch' | 'too-old';

export const handshakeShape = z.object({
  token: z.string().exactOptional(),
  branch: integer.exactOptional(),
  contract: integer.exactOptional(),
});

/** What a screen says about its device. */
export const deviceShape = z.object({
  /** `muted`: for some minutes. `blocked`: wanted, but the browser waits for a touch. `off`: not wanted. */
  sound: z.enum(['on', 'muted', 'blocked', 'off']),
  /** `held`: the browser keeps the screen awake. `missing`: it cannot, or refuses. `free`: not wanted. */
  wakeLock: z.enum(['held', 'missing', 'free']),
  clockOffsetMs: z.number().describe('How far its clock is ahead of the server’s.'),
});
export type DeviceReport = z.infer<typeof deviceShape>;

/** A year. A screen that reports more has no clock. */
const MAX_DATA_AGE_MS = 365 * 86_400_000;

/** The messages that a screen sends, beside `clock:ping`. */
export const MESSAGE_SHAPES = {
  'board:resync': z.object({ epoch: z.string().max(100), version: integer }),
  /**
   * Sent after changed tickets were drawn: their ids, and the age of the data in ms. Also sent every 10 s while the page
   * renders, without ids.
   */
  'board:painted': z.object({
    ticketIds: z.array(z.string().max(60)).max(1000),
    dataAgeMs: z.number().min(0).max(MAX_DATA_AGE_MS),
    build: z.string().max(200).optional(),
    device: deviceShape.optional(),
  }),
  'ticket:action': actionShape,
};
type Messages = { [Event in keyof typeof MESSAGE_SHAPES]: z.infer<(typeof MESSAGE_SHAPES)[Event]> };

export type ServerToScreen = {
  'board:snapshot': (board: Board) => void;
  'board:changed': (change: BoardChange) => void;
  'board:head': (head: BoardHead) => void;
  'screen:command': (command: ScreenCommand) => void;
};

export type ScreenToServer = {
  'board:resync': (known: Messages['board:resync'], answer: (news: Board | BoardChange | Refusal) => void) => void;
  'clock:ping': (answer: (time: { serverTime: InstantText } | Refusal) => void) => void;
  'board:painted': (painted: Messages['board:painted'], answer: (noted: { noted: true } | Refusal) => void) => void;
  'ticket:action': (request: TicketActionRequest, answer: (answer: TicketActionAnswer) => void) => void;
};
