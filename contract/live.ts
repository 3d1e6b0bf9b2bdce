/* The types of boards, and of the messages of Socket.IO. docs/contract.md explains every member. */

/** ISO 8601 in UTC with milliseconds. */
export type InstantText = string;

/** As the POS names them (pos-interface, section 5). */
export type KitchenTicketState =
  | 'KITCHEN-TICKET-STATE-NOT-STARTED'
  | 'KITCHEN-TICKET-STATE-STARTED'
  | 'KITCHEN-TICKET-STATE-COMPLETED'
  | 'KITCHEN-TICKET-STATE-DELETED'
  | 'KITCHEN-TICKET-STATE-READYFORPICKUP';

/** As the POS names them (pos-interface, section 5). */
export type TableStatus =
  | 'TABLE-STATUS-OPEN'
  | 'TABLE-STATUS-TAKEN'
  | 'TABLE-STATUS-TAKEN-AND-RECEIPT-PRINTED'
  | 'TABLE-STATUS-TAKEN-AND-ACTION-REQUIRED'
  | 'TABLE-STATUS-TAKEN-AND-TIME-LIMIT-REACHED'
  | 'TABLE-STATUS-ORDER-READY-TO-BE-SERVED'
  | 'TABLE-STATUS-RECENTLY-PAID';

export const ORDER_KINDS = ['table', 'cafeteria'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

/** `pos`: it was served. `screen`: somebody collected or confirmed it (F10b, F10e). `heatlamp`: by time (F9a). */
export type ClosedBy = 'pos' | 'screen' | 'heatlamp';
/** The marks that follow from the facts alone, in the order in which they are listed. */
export type FoldMark =
  | 'second-round'
  | 'no-start'
  | 'no-ready'
  | 'clock'
  | 'completed-again'
  | 'moved'
  | 'renamed'
  | 'guests';

/** Everything that can be marked on a ticket (SPEC.md). */
export type Mark = FoldMark | 'unit-unknown' | 'auto-closed' | 'collected' | 'presumed-served' | 'bulk';

/**
 * F22: a later course of the order was served, another order began at the table, or it waits too long at the counter or
 * for its table.
 */
export const PRESUMED_REASONS = ['later-course', 'table-retaken', 'counter-wait', 'table-wait'] as const;
export type PresumedReason = (typeof PRESUMED_REASONS)[number];

/** The values before a ticket's marks `moved`, `renamed` and `guests`; null without that mark. */
export type TicketChanges = {
  tableFrom: { number: string; subNumber: string } | null;
  nameFrom: string | null;
  guestsFrom: number | null;
};

/** A course of an order in one round, as every screen and program sees it. Unknown values are null. */
export type Ticket = {
  /** `<order key>-<course>-<round>` */
  id: string;
  branch: number;
  orderKind: OrderKind;
  orderId: string | null;
  orderYear: number | null;
  orderNumber: number | null;
  ticketNumber: number | null;
  table: { number: string; subNumber: string; name: string | null; guests: number | null } | null;
  course: { number: number; name: string | null; abbreviation: string | null; sequence: number | null };
  round: number;
  state: KitchenTicketState;
  startedAt: InstantText | null;
  readyAt: InstantText | null;
  servedAt: InstantText | null;
  closedAt: InstantText | null;
  closedBy: ClosedBy | null;
  expectedSeconds: number | null;
  posSeconds: number | null;
  measuredSeconds: number | null;
  warnAt: InstantText | null;
  lateAt: InstantText | null;
  veryLateAt: InstantText | null;
  claim: { by: { id: number; name: string }; at: InstantText } | null;
  collected: { by: { id: number; name: string }; at: InstantText } | null;
  /** F22: since when it counts as served although nobody reported it; its state stays READYFORPICKUP. */
  presumedServed: { at: InstantText; reason: PresumedReason } | null;
  hiddenOn: number[];
  marks: Mark[];
  changes: TicketChanges;
  version: number;
};

export type TableCourse = {
  number: number;
  abbreviation: string | null;
  sequence: number | null;
  state: KitchenTicketState;
  /** F22: the course counts as served, although no serve was reported. */
  presumedServed: boolean;
  /** It was taken to the table; the POS may not report a serve for it. */
  collected?: true;
};

/** One order that is at a table now, with its own times, courses, guests and name (F7b). */
export type Party = {
  /** The first number in the ids of its tickets. */
  orderKey: number;
  name: string | null;
  guests: number | null;
  courses: TableCourse[];
  /** When its first course began. */
  firstCourseAt: InstantText | null;
  lastFoodAt: InstantText | null;
};

/** A table. Its name, guests, courses and times summarize its parties. */
export type Table = {
  branch: number;
  number: string;
  subNumber: string;
  name: string | null;
  guests: number | null;
  status: TableStatus;
  since: InstantText | null;
  courses: TableCourse[];
  /** The first start among its orders; null for an empty table. */
  firstCourseAt: InstantText | null;
  lastFoodAt: InstantText | null;
  /** The orders that are at it now, in order of arrival. */
  parties: Party[];
  version: number;
};

/** The actions on a ticket (SPEC.md, F10). */
export type TicketActionKind = 'claim' | 'collect' | 'still-here' | 'confirm-served' | 'hide' | 'recall' | 'undo';

/** An action, as a screen sends it. */
export type TicketActionRequest = {
  /** A UUID from the screen: the same action sent twice counts once. */
  noteId: string;
  kind: TicketActionKind;
  ticketId: string;
  /** Server time of the tap. It is refused if it is more than 30 s before or after the receipt. */
  at?: InstantText;
};

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

/** What a screen is for; a program has the view `api`. */
export const SCREEN_VIEWS = ['kitchen', 'pass', 'ready', 'tables', 'pickup', 'api'] as const;
export type ScreenView = (typeof SCREEN_VIEWS)[number];

/** The screen that shows a board, as the server knows it. */
export type OwnScreen = { id: number; name: string; view: string; limits?: ScreenLimits };

/** The settings that a screen may have in place of its branch's (F11a): three in percent, the others in minutes. */
export const SCREEN_LIMITS = [
  'warnPercent',
  'latePercent',
  'veryLatePercent',
  'fallbackWarn',
  'fallbackLate',
  'fallbackVeryLate',
  'readyWarn',
  'readyLate',
] as const;
export type ScreenLimits = { [Key in (typeof SCREEN_LIMITS)[number]]?: number | undefined };

/** What a touch on a wall's card does: hide the card there, or mark its food as taken from the pass. */
export type WallTouch = 'hide' | 'taken';

/** Minutes of the day by the branch's clock. `until` is the smaller one where the branch closes after midnight. */
export type OpeningHours = { from: number; until: number };

/** The settings of its branch that a wall follows. */
export type WallSettings = {
  /** After how many minutes a ready card leaves the wall; null for never. */
  readyLeavesMinutes: number | null;
  touch: WallTouch;
  /** Outside of these hours an empty wall is dimmed and may sleep; null for always open. */
  openingHours: OpeningHours | null;
  /** How long parties usually wait for food, by number of guests; empty while that is unknown. */
  usualWait: UsualWait[];
};

/** The 80th percentile of the waits between two servings, for parties of this size. */
export type UsualWait = { guests: number; seconds: number };

/** The `orderId` of the tickets of test courses and practice services. */
export const PRACTICE_ORDER = 'practice';
/** The order key of a test course, and the number of its table. */
export const TEST_ORDER_KEY = 0;
export const TEST_TABLE = 'TEST';
/** Order keys of a practice service begin here: no order in a database has such a high one. */
export const PRACTICE_ORDER_KEYS = 9_000_000_000;

/** `test`: one course that shows whether the screens work (F26). `service`: a simulated service (F28). */
export const PRACTICE_KINDS = ['test', 'service'] as const;
/** F28b: why a practice service ended. `over`: by itself. `stopped`: by a manager. `real-work`: the POS sent something. */
export const PRACTICE_ENDS = ['over', 'stopped', 'real-work'] as const;
export type PracticeEnd = (typeof PRACTICE_ENDS)[number];

/**
 * F26: what the screens of a branch show beside its board although it is not real. It is part of no version, and stored
 * nowhere.
 */
export type Practice = {
  kind: (typeof PRACTICE_KINDS)[number];
  /** When it ends by itself, server time. */
  until: InstantText;
  /** Screens say so for a minute; null while it runs. */
  ended: PracticeEnd | null;
  tickets: Ticket[];
  tables: Table[];
};

/** The version of a board, and how current it is. */
type BoardVersion = {
  epoch: string;
  version: number;
  serverTime: InstantText;
  /** Until when the board has everything that was acknowledged; absent if that is now. */
  asOf?: InstantText;
  /** How far the POS's clock is behind the server's, in milliseconds. The branch's now is serverTime − posOffsetMs. */
  posOffsetMs: number;
  lastDeliveryAt: InstantText | null;
};

/** The whole board of a branch at one version. */
export type Board = BoardVersion & {
  branch: { number: number; name: string | null; timeZone: string };
  wall: WallSettings;
  /** The screen that asked; absent in a snapshot that is sent to many. */
  screen?: OwnScreen;
  tickets: Ticket[];
  tables: Table[];
  gaps: ShownGap[];
  /** Absent unless something is practised now. */
  practice?: Practice;
  /** The build of the server's pages; only over HTTP. With a socket, it comes in each head. */
  build?: string;
};

/**
 * F21: why events may be missing. `down`: the server was not running. `refused`: deliveries could not be stored, or their
 * connection was ended (F21f). `silent`: the POS sent nothing. `restored`: a restored backup is older than the deliveries.
 * `lost`: the database or the inbox lacks deliveries that it had (F21e).
 */
export const GAP_CAUSES = ['down', 'refused', 'silent', 'restored', 'lost'] as const;
export type GapCause = (typeof GAP_CAUSES)[number];

/** F21: a period in which events may be missing, by the server's clock. */
export type BoardGap = { from: InstantText; to: InstantText; cause: GapCause };

/**
 * A gap on a board. Its cause may also be `clock` (F23a): the courses of that time were closed on arrival, because the POS's
 * clock is hours behind.
 */
export type ShownGap = Omit<BoardGap, 'cause'> & { cause: GapCause | 'clock' };

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

export type ScreenCommand = { kind: 'reload' | 'identify' };

/** The reply to a message that is refused; the socket stays open. */
export type Refusal = { error: { code: string; message: string } };

/** The reply to an action: the ticket after it. */
export type TicketActionAnswer = { ticket: Ticket } | { error: { code: TicketActionRefusalCode; message: string } };

/** Why a socket is refused: the `data.code` of a `connect_error`. */
export type HandshakeCode = 'no-token' | 'unknown' | 'revoked' | 'branch' | 'too-old';

export type Handshake = { token?: string; branch?: number; contract?: number; build?: string };

export type ServerToScreen = {
  'board:snapshot': (board: Board) => void;
  'board:changed': (change: BoardChange) => void;
  'board:head': (head: BoardHead) => void;
  'screen:command': (command: ScreenCommand) => void;
};

export type ScreenToServer = {
  'board:resync': (
    known: { epoch: string; version: number },
    answer: (news: Board | BoardChange | Refusal) => void,
  ) => void;
  'clock:ping': (answer: (time: { serverTime: InstantText } | Refusal) => void) => void;
  /**
   * Sent after changed tickets were drawn: their ids, the version of the board, and the age of the data in ms. Also sent
   * every 10 s while the page renders, without ids.
   */
  'board:painted': (
    painted: { version: number; ticketIds: string[]; dataAgeMs: number; build?: string; device?: DeviceReport },
    answer: (noted: { noted: true } | Refusal) => void,
  ) => void;
  'ticket:note': (note: TicketActionRequest, answer: (answer: TicketActionAnswer) => void) => void;
};

/** `muted`: for some minutes. `blocked`: wanted, but the browser waits for a touch. `off`: not wanted. */
export const SOUND_REPORTS = ['on', 'muted', 'blocked', 'off'] as const;
/** `held`: the browser keeps the screen awake. `missing`: it cannot, or refuses. `free`: not wanted. */
export const WAKE_LOCK_REPORTS = ['held', 'missing', 'free'] as const;

/** What a screen says about its device. */
export type DeviceReport = {
  sound: (typeof SOUND_REPORTS)[number];
  wakeLock: (typeof WAKE_LOCK_REPORTS)[number];
  /** How far the clock of the device is ahead of the server's. */
  clockOffsetMs: number;
};

/** The version of this contract. A screen with another version gets the error `too-old`. */
export const LIVE_CONTRACT = 1;
/** How often a head is sent. */
export const HEAD_EVERY_MS = 2_000;
