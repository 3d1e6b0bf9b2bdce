import type { Board, BoardChange, Table, Ticket } from '../../contract/live';

/** A board as a screen holds it. Tickets and tables that did not change stay the same objects. */
export type BoardState = {
  epoch: string;
  version: number;
  branch: Board['branch'];
  tickets: ReadonlyMap<string, Ticket>;
  tables: ReadonlyMap<string, Table>;
};

/** So long a closed ticket stays on a board (contract, Board). */
const CLOSED_STAYS_MS = 30 * 60_000;

/** `gap`: something is missing in between; the state is the old one and a resync is due. */
export type Applied = { state: BoardState; outcome: 'applied' | 'old' | 'gap' };

/** A whole board takes the place of what was there, whatever that was. */
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

/** A numbered change on top of a board. A resync's changes begin at the version that was asked for. */
export function takeChange(state: BoardState, change: BoardChange): Applied {
  if (change.epoch !== state.epoch || change.previousVersion > state.version) return { state, outcome: 'gap' };
  if (change.version <= state.version) return { state, outcome: 'old' };
  const since = Date.parse(change.serverTime) - change.posOffsetMs - CLOSED_STAYS_MS;
  // A wall is open for weeks: what a new snapshot would leave out goes here too.
  const old = [...state.tickets.values()].filter(({ closedAt }) => closedAt && Date.parse(closedAt) <= since);
  const tickets = replaced(state.tickets, change.tickets, ({ id }) => id, old);
  const tables = replaced(state.tables, change.tables, tableName, []);
  return { state: { ...state, version: change.version, tickets, tables }, outcome: 'applied' };
}

/** The same map where nothing is another: what is arranged by it need not be arranged again. */
function replaced<Item>(
  before: ReadonlyMap<string, Item>,
  news: readonly Item[],
  nameOf: (item: Item) => string,
  gone: readonly Item[],
): ReadonlyMap<string, Item> {
  if (news.length === 0 && gone.length === 0) return before;
  const after = new Map(before);
  for (const item of gone) after.delete(nameOf(item));
  for (const item of news) after.set(nameOf(item), item);
  return after;
}

/** Whether a head tells of something that this board has not: a lost last message, another epoch, a server set back. */
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
