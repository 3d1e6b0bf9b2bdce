import type { Board, BoardChange, BoardHead } from '../../contract/live';
import { toIso } from '../../domain/fact';
import { readTable } from '../../domain/table';
import { readTicket } from '../../domain/ticket';
import {
  asOfMember,
  type BoardSource,
  boardOf,
  gapsOf,
  pickupBoard,
  pickupTickets,
  practiceForGuests,
  practiceOf,
  strayGapsOf,
  wallSettingsOf,
} from '../board/read-board';
import type { BranchChange } from '../board/staged-branch';

/** The audience of a board: staff, or guests who wait for their number. */
export const AUDIENCES = ['staff', 'guests'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Builds the messages about boards. A snapshot is cached by version, because many screens may reconnect at once. */
export function createLiveBoard(source: BoardSource) {
  const snapshots = new Map<string, { epoch: string; version: number; madeAt: number; board: Board }>();

  const head = (branch: number) => {
    const state = source.boards.branch(branch);
    return {
      epoch: state?.row.epoch ?? 'none',
      version: state?.row.version ?? 0,
      serverTime: toIso(source.now()),
      ...asOfMember(source.asOf),
      posOffsetMs: state?.posOffsetMs ?? 0,
      lastDeliveryAt: toIso(state?.row.lastDeliveryAt ?? null),
    };
  };

  return {
    head: (branch: number, audience: Audience, build: string): BoardHead => {
      const wall = wallSettingsOf(source, branch);
      const shown = { ...head(branch), ...practiceFor(audience, practiceOf(source, branch)), build };
      if (audience === 'guests') return { ...shown, wall: { ...wall, usualWait: [] }, gaps: [] };
      const state = source.boards.branch(branch);
      return { ...shown, wall, gaps: [...gapsOf(state, source.now()), ...strayGapsOf(state, source.settings)] };
    },

    snapshot(branch: number, audience: Audience): Board {
      const { epoch, version } = head(branch);
      const key = `${branch}/${audience}`;
      const known = snapshots.get(key);
      // Not cached for long: closed tickets disappear from a board after a time, without a commit.
      const isFresh =
        known &&
        known.epoch === epoch &&
        known.version === version &&
        Math.abs(source.now() - known.madeAt) < SNAPSHOT_CACHED_MS;
      const board = isFresh ? known.board : readFor(source, branch, audience);
      if (!isFresh) snapshots.set(key, { epoch, version, madeAt: source.now(), board });
      return { ...board, ...head(branch), ...practiceFor(audience, practiceOf(source, branch)) };
    },

    change(change: BranchChange, audience: Audience): BoardChange {
      const { previousVersion, version } = change;
      const news = readNews(source, change.branch, change);
      return { ...head(change.branch), previousVersion, version, ...only(audience, news) };
    },

    /**
     * The changes since the version of a screen; a snapshot if its epoch or version is not a known earlier one, or if some
     * of the changes have left memory.
     */
    since(branch: number, audience: Audience, known: { epoch: string; version: number }): Board | BoardChange {
      const now = head(branch);
      const state = source.boards.branch(branch);
      const isKnown = known.epoch === now.epoch && known.version <= now.version;
      if (!isKnown || known.version < (state?.completeSince ?? 0)) return this.snapshot(branch, audience);
      // Includes tickets that a snapshot omits, because the screen may still show one that closed an hour ago.
      const isNews = (item: { version: number }) => item.version > known.version;
      const tickets = [...(state?.orders.values() ?? [])].flatMap((order) => order.tickets.filter(isNews));
      const tables = [...(state?.tables.values() ?? [])].filter(isNews);
      return {
        ...now,
        previousVersion: known.version,
        ...only(audience, readNews(source, branch, { tickets, tables })),
      };
    },
  };
}

export type LiveBoard = ReturnType<typeof createLiveBoard>;

const SNAPSHOT_CACHED_MS = 1_000;

/** Tickets and tables in the form of the contract. */
function readNews(
  source: BoardSource,
  branch: number,
  { tickets, tables }: Pick<BranchChange, 'tickets' | 'tables'>,
): Pick<Board, 'tickets' | 'tables'> {
  const state = source.boards.branch(branch);
  if (!state) return { tickets: [], tables: [] };
  const reading = source.settings.readingOf(branch, state.row.votes);
  return {
    tickets: tickets.map((ticket) => readTicket(ticket, reading)),
    tables: tables.map((table) => readTable(table, branch)),
  };
}

function readFor(source: BoardSource, branch: number, audience: Audience): Board {
  // What is practised, and `asOf`, change without a version, so they are no part of what is cached.
  const { practice: _, asOf: __, ...board } = boardOf(source, branch);
  return audience === 'guests' ? pickupBoard(board) : board;
}

function practiceFor(audience: Audience, { practice }: Pick<Board, 'practice'>): Pick<Board, 'practice'> {
  return practice && audience === 'guests' ? { practice: practiceForGuests(practice) } : practice ? { practice } : {};
}

function only(audience: Audience, news: Pick<Board, 'tickets' | 'tables'>): Pick<Board, 'tickets' | 'tables'> {
  return audience === 'guests' ? { tickets: pickupTickets(news.tickets), tables: [] } : news;
}
