/** ISO 8601 in UTC with milliseconds. */
export type InstantText = string;

/** The POS's own enumeration (pos-interface, section 5). */
export type KitchenTicketState =
  | 'KITCHEN-TICKET-STATE-NOT-STARTED'
  | 'KITCHEN-TICKET-STATE-STARTED'
  | 'KITCHEN-TICKET-STATE-COMPLETED'
  | 'KITCHEN-TICKET-STATE-DELETED'
  | 'KITCHEN-TICKET-STATE-READYFORPICKUP';

/** The POS's own enumeration (pos-interface, section 5). */
export type TableStatus =
  | 'TABLE-STATUS-OPEN'
  | 'TABLE-STATUS-TAKEN'
  | 'TABLE-STATUS-TAKEN-AND-RECEIPT-PRINTED'
  | 'TABLE-STATUS-TAKEN-AND-ACTION-REQUIRED'
  | 'TABLE-STATUS-TAKEN-AND-TIME-LIMIT-REACHED'
  | 'TABLE-STATUS-ORDER-READY-TO-BE-SERVED'
  | 'TABLE-STATUS-RECENTLY-PAID';

export type OrderKind = 'table' | 'cafeteria';

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
 * F22: a later course of the order was served, another order began at the table, or it waits too long at the counter.
 */
export type PresumedReason = 'later-course' | 'table-retaken' | 'counter-wait';

/** What a ticket's `moved`, `renamed` and `guests` changed from; null where that mark is missing. */
export type TicketChanges = {
  tableFrom: { number: string; subNumber: string } | null;
  nameFrom: string | null;
  guestsFrom: number | null;
};

/** A course of an order in one round, as every screen and program sees it. What is not known is null. */
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
  /** F22: since when it counts as served although nobody pressed it; its state stays READYFORPICKUP. */
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
  /** F22 */
  presumedServed: boolean;
};

/** One order that is at a table now: clocks, dots, guests and name are each order's own (F7b). */
export type Party = {
  /** The number at the front of the ids of its tickets. */
  orderKey: number;
  name: string | null;
  guests: number | null;
  courses: TableCourse[];
  /** When its first course began. */
  firstCourseAt: InstantText | null;
  lastFoodAt: InstantText | null;
};

/** Its own name, guests, courses and clocks sum up its parties. */
export type Table = {
  branch: number;
  number: string;
  subNumber: string;
  name: string | null;
  guests: number | null;
  status: TableStatus;
  since: InstantText | null;
  courses: TableCourse[];
  /** When the first course of all that is on it began; null on a table with nothing on it. */
  firstCourseAt: InstantText | null;
  lastFoodAt: InstantText | null;
  /** The orders that are at it now, the one that came first at the front. */
  parties: Party[];
  version: number;
};

/** What people tap on a ticket (SPEC.md, F10). */
export type NoteKind = 'claim' | 'collect' | 'still-here' | 'confirm-served' | 'hide' | 'recall' | 'undo';

/** A tap on its way to the server. */
export type NoteRequest = {
  /** A UUID of the screen's making: the same tap sent twice is one. */
  noteId: string;
  kind: NoteKind;
  ticketId: string;
  /** Server time of the tap; one that is older than 30 s when it comes is refused. */
  at?: InstantText;
};

/** Why a tap is refused. `contract` is not a tap at all; `unavailable` may be tried again. */
export type NoteRefusalCode =
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

/** Who looks at a board: the screen as the server knows it. */
export type OwnScreen = { id: number; name: string; view: string };

/** What a touch on a wall's card does: it hides the card there, or says that its food was taken from the pass. */
export type WallTouch = 'hide' | 'taken';

/** Minutes of the day by the branch's clock. `until` is the smaller one where the branch closes after midnight. */
export type OpeningHours = { from: number; until: number };

/** The settings of its branch that a wall follows. */
export type WallHabits = {
  /** After how many minutes a ready card leaves the wall; null for never. */
  readyLeavesMinutes: number | null;
  touch: WallTouch;
  /** Outside of these an empty wall is dimmed and may sleep; null for open always. */
  openingHours: OpeningHours | null;
  /** How long parties of so many guests mostly wait for food at the longest; empty until that is known. */
  hungryAfter: HungryAfter[];
};

/** The 80th percentile of the waits between two servings, for parties of this size. */
export type HungryAfter = { guests: number; seconds: number };

/** The whole board of a branch at one version. */
export type Board = {
  epoch: string;
  version: number;
  serverTime: InstantText;
  /** How far the POS's clock is behind ours, in milliseconds: the branch's now is serverTime − posOffsetMs. */
  posOffsetMs: number;
  lastDeliveryAt: InstantText | null;
  branch: { number: number; name: string | null; timeZone: string };
  wall: WallHabits;
  /** Who asked; left out of a snapshot that goes to many at once. */
  screen?: OwnScreen;
  tickets: Ticket[];
  tables: Table[];
  gaps: BoardGap[];
};

/**
 * F21: why events may be missing. `down`: the server was not running. `refused`: deliveries could not be stored.
 * `silent`: the POS sent nothing. `restored`: a restored backup is older than the deliveries.
 */
export const GAP_CAUSES = ['down', 'refused', 'silent', 'restored'] as const;
export type GapCause = (typeof GAP_CAUSES)[number];

/** F21: a period in which events may be missing, by the server's clock. */
export type BoardGap = { from: InstantText; to: InstantText; cause: GapCause };

/** What changed on a board in one commit: whole tickets and tables. */
export type BoardChange = {
  epoch: string;
  version: number;
  previousVersion: number;
  serverTime: InstantText;
  posOffsetMs: number;
  lastDeliveryAt: InstantText | null;
  tickets: Ticket[];
  tables: Table[];
};

/** Where a branch stands, told every two seconds: the last change before a quiet hour shows no gap otherwise. */
export type BoardHead = {
  epoch: string;
  version: number;
  serverTime: InstantText;
  posOffsetMs: number;
  lastDeliveryAt: InstantText | null;
  wall: WallHabits;
  gaps: BoardGap[];
  /** The build of the pages that the server has; a wall with another one reloads when it is quiet. */
  build: string;
};

export type ScreenCommand = { kind: 'reload' | 'identify' };

/** What a socket's message is refused with; the socket lives. */
export type Refusal = { error: { code: string; message: string } };

/** The ticket as it is after a tap. */
export type NoteAnswer = { ticket: Ticket } | { error: { code: NoteRefusalCode; message: string } };

/** Why a socket is not let in: the `data.code` of a `connect_error`. */
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
  /** What is on the glass, and how old the data is; every 10 s without tickets while the page draws. */
  'board:painted': (
    painted: { version: number; ticketIds: string[]; dataAgeMs: number },
    answer: (noted: { noted: true } | Refusal) => void,
  ) => void;
  'ticket:note': (note: NoteRequest, answer: (answer: NoteAnswer) => void) => void;
};

/** The version of this contract. A screen that speaks another is told that it is too old. */
export const LIVE_CONTRACT = 1;
/** How often a head is sent. */
export const HEAD_EVERY_MS = 2_000;
