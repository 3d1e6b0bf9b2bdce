import type { Board, BoardChange, Practice, Table, Ticket } from '../../contract/live';

/** The board held by a screen. Unchanged tickets and tables stay the same objects. */
export type BoardState = {
  epoch: string;
  version: number;
  branch: Board['branch'];
  tickets: ReadonlyMap<string, Ticket>;
  tables: ReadonlyMap<string, Table>;
};

/** Time for which a closed ticket stays on a board (contract, Board). */
const CLOSED_STAYS_MS = 30 * 60_000;

/** `gap`: a version is missing; the state is unchanged and a resync is needed. */
type Applied = { state: BoardState; outcome: 'applied' | 'old' | 'gap' };

/** Replaces the board with a snapshot, whatever its version. */
export function takeSnapshot(before: BoardState | null, board: Board): BoardState {
  const sameEpoch = before?.epoch === board.epoch;
  return {
    epoch: board.epoch,
    version: board.version,
    branch: board.branch,
    tickets: keyed(board.tickets, (ticket) => ticket.id, sameEpoch ? before.tickets : null),
    tables: keyed(board.tables, tableName, sameEpoch ? before.tables : null),
  };
}

/** Applies a numbered change to a board. The changes of a resync start at the requested version. */
export function takeChange(state: BoardState, change: BoardChange): Applied {
  if (change.epoch !== state.epoch || change.previousVersion > state.version) return { state, outcome: 'gap' };
  if (change.version <= state.version) return { state, outcome: 'old' };
  const since = Date.parse(change.serverTime) - change.posOffsetMs - CLOSED_STAYS_MS;
  const merged = replaced(state.tickets, change.tickets, ({ id }) => id);
  // A wall stays open for weeks, so drop what a new snapshot would not contain.
  const tickets = without(merged, ({ closedAt }) => closedAt !== null && Date.parse(closedAt) <= since);
  const tables = replaced(state.tables, change.tables, tableName);
  return { state: { ...state, version: change.version, tickets, tables }, outcome: 'applied' };
}

/** A board with what is practised beside it. */
export function withPractice(state: BoardState, { tickets, tables }: Practice): BoardState {
  return {
    ...state,
    tickets: replaced(state.tickets, tickets, ({ id }) => id),
    tables: replaced(state.tables, tables, tableName),
  };
}

/** Returns the same map if nothing changed, so that nothing has to be sorted again. */
function replaced<Item>(
  before: ReadonlyMap<string, Item>,
  news: readonly Item[],
  nameOf: (item: Item) => string,
): ReadonlyMap<string, Item> {
  if (news.length === 0) return before;
  const after = new Map(before);
  for (const item of news) after.set(nameOf(item), item);
  return after;
}

/** Returns the same map if nothing is removed. */
function without<Item>(before: ReadonlyMap<string, Item>, isGone: (item: Item) => boolean): ReadonlyMap<string, Item> {
  const kept = [...before].filter(([, item]) => !isGone(item));
  return kept.length === before.size ? before : new Map(kept);
}

/**
 * Whether a head names a version that this board lacks: a lost last change, another epoch, or a server restored from a
 * backup.
 */
export function isBehind(state: BoardState | null, head: { epoch: string; version: number }): boolean {
  return state === null || state.epoch !== head.epoch || state.version !== head.version;
}

function tableName(table: { number: string; subNumber: string }): string {
  return `${table.number}/${table.subNumber}`;
}

function keyed<Item extends { version: number }>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  before: ReadonlyMap<string, Item> | null,
): Map<string, Item> {
  return new Map(
    items.map((item) => {
      const name = nameOf(item);
      const known = before?.get(name);
      return [name, known?.version === item.version ? known : item];
    }),
  );
}
