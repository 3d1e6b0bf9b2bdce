import type {
  Board,
  BoardChange,
  BoardHead,
  HandshakeCode,
  OpeningHours,
  OwnScreen,
  Practice,
  ShownGap,
  Ticket,
  UsualWait,
  WallTouch,
} from '../../contract/live';
import { withScreenLimits } from '../../domain/limits';
import { isSame } from '../../lib/collections';
import { createListeners } from '../../lib/listeners';
import { type BoardState, takeChange, takeSnapshot, withPractice } from './board-state';
import type { Link } from './freshness';

/** The state that a screen renders. Replaced by a new object on every change. */
export type LiveView = {
  /** What is shown: the server's board, and what is practised. */
  board: BoardState | null;
  /** The board of the server alone. */
  own: BoardState | null;
  /** F26: shown although it is not real; null if nothing is practised. */
  practice: Practice | null;
  link: Link;
  /** When the server sent the last update, on the page's monotonic clock. */
  newsAt: number | null;
  /** How far the board was behind what the server had acknowledged at that time, in ms. */
  behindMs: number;
  posOffsetMs: number;
  lastDeliveryAt: string | null;
  /** Build of the server's pages; null until known. */
  serverBuild: string | null;
  /** Minutes after which a ready card leaves the wall; null for never. */
  readyLeavesMinutes: number | null;
  /** Effect of a touch on a wall's card. */
  wallTouch: WallTouch;
  /** Opening hours of the branch, in minutes of its day; null for always. */
  openingHours: OpeningHours | null;
  /** The usual longest wait of parties for food, by their size. */
  usualWait: readonly UsualWait[];
  /** Time ranges in which events may be missing. */
  gaps: readonly ShownGap[];
  /** Tickets that the last change added or changed. */
  changed: readonly string[];
  /** The server's record of this screen; null until known. */
  screen: OwnScreen | null;
};

/** How old the board is, in ms; null before the first. */
export function ageOf(
  { newsAt, behindMs }: Pick<LiveView, 'newsAt' | 'behindMs'>,
  monotonicNow: number,
): number | null {
  return newsAt === null ? null : monotonicNow - newsAt + behindMs;
}

/** Replaces the board with a snapshot. `sentAt`, when the server sent it, is on the page's monotonic clock, here and below. */
export function afterSnapshot(view: LiveView, board: Board, link: Link, sentAt: number): LiveView {
  const screen = board.screen ?? view.screen;
  // Tickets of the same version have other instants after a change of the screen's limits.
  const before = isSame(screen?.limits ?? null, view.screen?.limits ?? null) ? view.own : null;
  const after = takeSnapshot(before, withOwnLimits(board, screen));
  const changed = board.tickets
    .filter((ticket) => before?.tickets.get(ticket.id) !== after.tickets.get(ticket.id))
    .map((ticket) => ticket.id);
  return {
    ...withNews(view, board, sentAt),
    ...branchSettings(view, board),
    ...shown(view, after, board.practice ?? null, screen),
    link,
    serverBuild: board.build ?? view.serverBuild,
    changed: before ? changed : [],
    screen,
  };
}

/** Applies a numbered change to the board; returns null if a version is missing. */
export function afterChange(view: LiveView, change: BoardChange, sentAt: number): LiveView | null {
  const applied = view.own && takeChange(view.own, withOwnLimits(change, view.screen));
  if (!applied || applied.outcome === 'gap') return null;
  return {
    ...withNews(view, change, sentAt),
    ...shown(view, applied.state, view.practice, null),
    link: { kind: 'socket' },
    changed: applied.outcome === 'applied' ? change.tickets.map((ticket) => ticket.id) : view.changed,
  };
}

/** A head that announces a newer version (`isOld`) does not make the board younger. */
export function afterHead(view: LiveView, head: BoardHead, isOld: boolean, sentAt: number): LiveView {
  const next = shown(view, view.own, head.practice ?? null, view.screen);
  const practised = (next.practice?.tickets ?? []).filter((ticket) => view.board?.tickets.get(ticket.id) !== ticket);
  return {
    ...withNews(view, head, sentAt),
    ...(isOld && { newsAt: view.newsAt, behindMs: view.behindMs }),
    ...branchSettings(view, head),
    ...next,
    link: { kind: 'socket' },
    serverBuild: head.build,
    changed: practised.length > 0 ? practised.map(({ id }) => id) : view.changed,
  };
}

/**
 * Removes the board that a refused screen may not see. After a refusal for its version alone, a screen keeps its last
 * board.
 */
export function afterRefusal(view: LiveView, code: HandshakeCode): LiveView {
  return {
    ...view,
    link: { kind: 'refused', code },
    ...(code === 'too-old' ? {} : { ...shown(view, null, null, null), changed: [] }),
  };
}

/**
 * The same board, and the same ticket, stays the same object, because heads arrive every two seconds. `screen` is the one
 * whose limits hold for what is practised.
 */
function shown(
  view: LiveView,
  own: BoardState | null,
  wanted: Practice | null,
  screen: OwnScreen | null,
): Pick<LiveView, 'board' | 'own' | 'practice'> {
  const practice = wanted && withKnownTickets(withOwnLimits(wanted, screen), view.practice);
  if (own === view.own && practice === view.practice) return { board: view.board, own, practice };
  return { board: own && practice ? withPractice(own, practice) : own, own, practice };
}

/** Keeps the objects of tickets, and of the practice, that are unchanged. */
function withKnownTickets(practice: Practice, before: Practice | null): Practice {
  const known = new Map(before?.tickets.map((ticket) => [ticket.id, ticket]));
  const tickets = practice.tickets.map((ticket) => {
    const same = known.get(ticket.id);
    return same && isSame(same, ticket) ? same : ticket;
  });
  const next = { ...practice, tickets };
  return before && isSame(next, before) ? before : next;
}

function withOwnLimits<Message extends { tickets: Ticket[] }>(message: Message, screen: OwnScreen | null): Message {
  const limits = screen?.limits;
  return limits ? { ...message, tickets: message.tickets.map((ticket) => withScreenLimits(ticket, limits)) } : message;
}

type News = Pick<BoardHead, 'serverTime' | 'asOf' | 'posOffsetMs' | 'lastDeliveryAt'>;

function withNews(view: LiveView, news: News, newsAt: number): LiveView {
  const { posOffsetMs, lastDeliveryAt } = news;
  return { ...view, newsAt, behindMs: behindMsOf(news), posOffsetMs, lastDeliveryAt };
}

/** Settings of the branch. An equal list stays the same object, because heads arrive every two seconds. */
function branchSettings(
  before: LiveView,
  { wall, gaps }: Pick<BoardHead, 'wall' | 'gaps'>,
): Pick<LiveView, 'readyLeavesMinutes' | 'wallTouch' | 'openingHours' | 'usualWait' | 'gaps'> {
  const { readyLeavesMinutes, touch, openingHours, usualWait } = wall;
  return {
    readyLeavesMinutes,
    wallTouch: touch,
    openingHours: isSame(openingHours, before.openingHours) ? before.openingHours : openingHours,
    usualWait: isSame(usualWait, before.usualWait) ? before.usualWait : usualWait,
    gaps: isSame(gaps, before.gaps) ? before.gaps : gaps,
  };
}

/** Holds the current view of a board, for `useSyncExternalStore`. */
export type ViewStore = {
  view: () => LiveView;
  /** Replaces the view and notifies the listeners. */
  show: (next: LiveView) => void;
  /** Call the result to stop. */
  subscribe: (listener: () => void) => () => void;
  isRefused: () => boolean;
};

export const FIRST_VIEW: LiveView = {
  board: null,
  own: null,
  practice: null,
  link: { kind: 'none' },
  newsAt: null,
  behindMs: 0,
  posOffsetMs: 0,
  lastDeliveryAt: null,
  serverBuild: null,
  readyLeavesMinutes: null,
  wallTouch: 'hide',
  openingHours: null,
  usualWait: [],
  gaps: [],
  changed: [],
  screen: null,
};

export function createViewStore(): ViewStore {
  const { subscribe, notify } = createListeners();
  let view: LiveView = FIRST_VIEW;

  return {
    view: () => view,
    show(next) {
      view = next;
      notify();
    },
    subscribe,
    isRefused: () => view.link.kind === 'refused',
  };
}

/** How far a message was behind what the server had acknowledged when it sent it, in ms. */
export function behindMsOf({ serverTime, asOf = serverTime }: { serverTime: string; asOf?: string }): number {
  return Date.parse(serverTime) - Date.parse(asOf);
}
