import type { BoardGap, InstantText, Ticket } from './live';
import type { PreparationUnit } from './settings';

/** F20: how the kitchen kept up in the last 15 minutes. Courses are listed by the ids of their tickets. */
export type Pace = {
  /** Became ready within the last 15 minutes, and their preparation counts. */
  counted: string[];
  /** Became ready too, but their preparation cannot be measured: no start, clocks that disagree, cleared in bulk. */
  leftOut: string[];
  /** The median of those that count; null where there are none. */
  preparationSeconds: number | null;
  /** The median of preparation less expected time: positive is behind. Null where no course has an expected time. */
  against: { count: number; behindSeconds: number } | null;
  /** Of those that count: ready past their cooking limit. */
  late: string[];
  /** F20f: the same for each course, by course number. */
  courses: CoursePace[];
};

/** F20f: the pace of one course, named as on its newest ticket. */
export type CoursePace = Pick<Pace, 'counted' | 'against'> & {
  course: Ticket['course'];
  /** The median of those that count. */
  preparationSeconds: number;
};

/** The courses that are cooking, or that are on the pass. */
export type Standing = {
  tickets: string[];
  /** The sum over the orders whose number of guests is known. */
  guests: number;
  /** Past their limit by now. */
  late: string[];
};

/** The course that has been open longest. */
export type OldestOpen = {
  ticket: string;
  course: Ticket['course'];
  table: Ticket['table'];
  orderNumber: number | null;
  ticketNumber: number | null;
  state: 'cooking' | 'ready';
  /** POS time of its start, or of its completion where the start is missing. */
  since: InstantText;
  lateAt: InstantText | null;
};

/** F20: the live figures of a branch. */
export type LiveFigures = { pace: Pace; cooking: Standing; onPass: Standing; oldest: OldestOpen | null };

/** A screen of a branch, as its manager sees it. */
export type LiveScreen = {
  id: number;
  name: string;
  view: string;
  /** Whether it is connected and shows this branch. */
  isConnected: boolean;
  /** Server time; null if it never connected. */
  lastSeenAt: InstantText | null;
};

/** A branch in the reply of GET /api/v1/live. */
export type LiveBranch = LiveFigures & {
  branch: { number: number; name: string | null; timeZone: string };
  /** The unit of the POS's times. Null while it is unknown: no course has an expected time then. */
  unit: PreparationUnit | null;
  /** POS time at which the business day began; null before the first delivery. */
  dayBeganAt: InstantText | null;
  /** Server time. */
  lastDeliveryAt: InstantText | null;
  /** How far the POS's clock is behind ours, in milliseconds. */
  posOffsetMs: number;
  /** Whether that is known (F23, F23b); until then `posOffsetMs` is 0. */
  isPosClockKnown: boolean;
  /** F23a: the same for a stray clock, which `posOffsetMs` does not correct; null if it is none. */
  clockOffMs: number | null;
  /** Periods of the last hour in which events may be missing. */
  gaps: BoardGap[];
  screens: LiveScreen[];
};

/** The reply of GET /api/v1/live. */
export type Live = {
  serverTime: InstantText;
  /** Until when the figures have everything that was acknowledged; absent if that is now. */
  asOf?: InstantText;
  /** At most 100: those with open orders, then the first ones by number. */
  branches: LiveBranch[];
  /** How many there are. */
  total: number;
};
