import type { Board, BoardChange, BoardHead } from '../../domain/live-contract';
import { readTicket, told } from '../../domain/ticket';
import { boardOf, wallHabits } from '../board/board-of';
import { pickupBoard, pickupTickets, readTable } from '../board/read-board';
import type { BranchChange } from '../board/staged-branch';
import type { Core } from '../core';

/** Who looks: everybody of the house, or guests who wait for their number. */
export type Audience = 'house' | 'guests';

/** The messages of a branch's board. A snapshot is made once per version, however many screens come back at once. */
export function createLiveBoard(core: Core) {
  const snapshots = new Map<string, { epoch: string; version: number; madeAt: number; board: Board }>();

  const head = (branch: number) => {
    const state = core.boards.branch(branch);
    return {
      epoch: state?.row.epoch ?? 'none',
      version: state?.row.version ?? 0,
      serverTime: told(core.now()),
      posOffsetMs: state?.posOffsetMs ?? 0,
      lastDeliveryAt: told(state?.row.lastDeliveryAt ?? null),
    };
  };

  return {
    head: (branch: number, build: string): BoardHead => ({
      ...head(branch),
      wall: wallHabits(core, branch),
      build,
    }),

    snapshot(branch: number, audience: Audience): Board {
      const { epoch, version } = head(branch);
      const key = `${branch}/${audience}`;
      const known = snapshots.get(key);
      // Time takes closed tickets off a board without a commit.
      const isFresh =
        known && known.epoch === epoch && known.version === version && core.now() - known.madeAt < SNAPSHOT_HOLDS_MS;
      const board = isFresh ? known.board : readFor(core, branch, audience);
      if (!isFresh) snapshots.set(key, { epoch, version, madeAt: core.now(), board });
      return { ...board, ...head(branch) };
    },

    change(change: BranchChange, audience: Audience): BoardChange {
      const state = core.boards.branch(change.branch);
      const tickets = state
        ? change.tickets.map((ticket) => readTicket(ticket, core.settings.readingOf(change.branch, state.row.votes)))
        : [];
      const tables = change.tables.map((table) => readTable(table, change.branch));
      const { previousVersion, version } = change;
      return { ...head(change.branch), previousVersion, version, ...only(audience, { tickets, tables }) };
    },

    /** Everything newer than what a screen has; a snapshot where versions alone do not tell. */
    since(branch: number, audience: Audience, known: { epoch: string; version: number }): Board | BoardChange {
      const now = head(branch);
      if (known.epoch !== now.epoch || known.version > now.version) return this.snapshot(branch, audience);
      const board = readFor(core, branch, audience);
      const isNews = (item: { version: number }) => item.version > known.version;
      return {
        ...now,
        previousVersion: known.version,
        tickets: board.tickets.filter(isNews),
        tables: board.tables.filter(isNews),
      };
    },
  };
}

const SNAPSHOT_HOLDS_MS = 1_000;

function readFor(core: Core, branch: number, audience: Audience): Board {
  const board = boardOf(core, branch);
  return audience === 'guests' ? pickupBoard(board) : board;
}

function only(audience: Audience, news: Pick<Board, 'tickets' | 'tables'>): Pick<Board, 'tickets' | 'tables'> {
  return audience === 'guests' ? { tickets: pickupTickets(news.tickets), tables: [] } : news;
}
