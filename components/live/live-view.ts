import type {
  Board,
  BoardChange,
  BoardGap,
  BoardHead,
  HandshakeCode,
  HungryAfter,
  OpeningHours,
  OwnScreen,
  WallHabits,
  WallTouch,
} from '../../contract/live';
import { isSame } from '../../lib/same';
import { type BoardState, takeChange, takeSnapshot } from './board-state';
import type { Link } from './freshness';

/** What a screen shows. A new object whenever anything of it is different. */
export type LiveView = {
  board: BoardState | null;
  link: Link;
  /** When the server said the last news, on the page's monotonic clock. */
  newsAt: number | null;
  posOffsetMs: number;
  lastDeliveryAt: string | null;
  /** The build that the server's pages are of; null until it said so. */
  serverBuild: string | null;
  /** After how many minutes a ready card leaves the wall; null for never. */
  readyLeavesMinutes: number | null;
  /** What a touch on a wall's card does. */
  wallTouch: WallTouch;
  /** When the branch is open, in minutes of its day; null for always. */
  openingHours: OpeningHours | null;
  /** How long parties mostly wait for food at the longest, by their size. */
  hungryAfter: readonly HungryAfter[];
  /** Stretches in which events may be missing. */
  gaps: readonly BoardGap[];
  /** Tickets that the last change brought or changed. */
  changed: readonly string[];
  /** Which screen this is, as the server knows it; null until it said so. */
  screen: OwnScreen | null;
};

export const FIRST_VIEW: LiveView = {
  board: null,
  link: { kind: 'none' },
  newsAt: null,
  posOffsetMs: 0,
  lastDeliveryAt: null,
  serverBuild: null,
  readyLeavesMinutes: null,
  wallTouch: 'hide',
  openingHours: null,
  hungryAfter: [],
  gaps: [],
  changed: [],
  screen: null,
};

/** A whole board takes the place of what was there. `saidAt` is on the page's monotonic clock, here and below. */
export function afterSnapshot(view: LiveView, board: Board, link: Link, saidAt: number): LiveView {
  const before = view.board;
  const after = takeSnapshot(before, board);
  const changed = board.tickets
    .filter((ticket) => before?.tickets.get(ticket.id) !== after.tickets.get(ticket.id))
    .map((ticket) => ticket.id);
  return {
    ...withNews(view, board, saidAt),
    ...habits(view, board),
    board: after,
    link,
    changed: before ? changed : [],
    screen: board.screen ?? view.screen,
  };
}

/** A numbered change on top of the board; null where something is missing in between. */
export function afterChange(view: LiveView, change: BoardChange, saidAt: number): LiveView | null {
  const applied = view.board && takeChange(view.board, change);
  if (!applied || applied.outcome === 'gap') return null;
  return {
    ...withNews(view, change, saidAt),
    board: applied.state,
    link: { kind: 'socket' },
    changed: applied.outcome === 'applied' ? change.tickets.map((ticket) => ticket.id) : view.changed,
  };
}

/** That there is something else to show (`isOld`) makes what is shown no younger. */
export function afterHead(view: LiveView, head: BoardHead, isOld: boolean, saidAt: number): LiveView {
  return {
    ...withNews(view, head, isOld ? view.newsAt : saidAt),
    ...habits(view, head),
    link: { kind: 'socket' },
    serverBuild: head.build,
  };
}

/** What a screen may not see any more goes off it. Only one of another version keeps its last board. */
export function afterRefusal(view: LiveView, code: HandshakeCode): LiveView {
  return { ...view, link: { kind: 'refused', code }, ...(code === 'too-old' ? {} : { board: null, changed: [] }) };
}

type News = { posOffsetMs: number; lastDeliveryAt: string | null };

function withNews(view: LiveView, { posOffsetMs, lastDeliveryAt }: News, newsAt: number | null): LiveView {
  return { ...view, newsAt, posOffsetMs, lastDeliveryAt };
}

/** An older server tells less of them. The same list stays the same object: heads come every two seconds. */
function habits(
  before: LiveView,
  { wall, gaps = [] }: { wall?: Partial<WallHabits>; gaps?: BoardGap[] },
): Pick<LiveView, 'readyLeavesMinutes' | 'wallTouch' | 'openingHours' | 'hungryAfter' | 'gaps'> {
  const { readyLeavesMinutes = null, touch = 'hide', openingHours = null, hungryAfter = [] } = wall ?? {};
  return {
    readyLeavesMinutes,
    wallTouch: touch,
    openingHours: isSame(openingHours, before.openingHours) ? before.openingHours : openingHours,
    hungryAfter: isSame(hungryAfter, before.hungryAfter) ? before.hungryAfter : hungryAfter,
    gaps: isSame(gaps, before.gaps) ? before.gaps : gaps,
  };
}
