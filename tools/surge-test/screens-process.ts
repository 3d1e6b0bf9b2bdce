import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { createLiveStore, type LiveStore } from '../../components/live/live-store';
import type { Board } from '../../contract/live';
import { tableKey } from '../../domain/order-table';
import { machineNow } from '../harness/load/clock';
import type { Seen } from './catch-up';

/** Options of the screens, as JSON in SCREENS. */
export type ScreensPlan = { url: string; token: string; branch: number; count: number };

export type ScreensOrder =
  /** What each screen has shown since an instant while it was connected. */
  | { as: 'seen'; since: number }
  /** Number of screens that differ from this board, and the difference of the first. */
  | { as: 'compare'; board: Board };
export type ScreensAnswer = { seen: Seen[][] } | { different: number; first: string | null };

/** Screens with the product's own client, in a separate process. */
const { count, ...wish } = JSON.parse(process.env['SCREENS'] ?? '{}') as ScreensPlan;
const CONNECTS_WITHIN_MS = 45_000;
/** Screens connect one after the other; the outage tests all at once. */
const AT_ONCE = 10;

type Screen = { store: LiveStore; seen: Seen[] };
const screens: Screen[] = [];

function switchOn(): void {
  const store = createLiveStore({ ...wish, monotonicNow: () => performance.now() });
  const seen: Seen[] = [];
  store.subscribe(() => {
    const { board, link } = store.view();
    if (board === null || (link.kind !== 'socket' && link.kind !== 'http')) return;
    seen.push({ at: machineNow(), epoch: board.epoch, version: board.version });
  });
  screens.push({ store, seen });
}

/** Tickets and tables on the board now: closed ones leave it by time alone. */
function differenceOf(store: LiveStore, board: Board): string | null {
  const shown = store.view().board;
  if (shown === null) return 'it shows no board';
  if (shown.version !== board.version) return `it shows version ${shown.version}, not ${board.version}`;
  for (const ticket of board.tickets)
    if (ticket.closedAt === null && !isDeepStrictEqual(shown.tickets.get(ticket.id), ticket))
      return `ticket ${ticket.id} is not as the server has it`;
  const ids = new Set(board.tickets.map(({ id }) => id));
  for (const { id, closedAt } of shown.tickets.values())
    if (closedAt === null && !ids.has(id)) return `ticket ${id} is not on the server's board`;
  const tables = new Map(board.tables.map((table) => [tableKey(table), table]));
  if (tables.size !== shown.tables.size) return `it shows ${shown.tables.size} tables, not ${tables.size}`;
  for (const [key, table] of shown.tables)
    if (!isDeepStrictEqual(table, tables.get(key))) return `table ${key} is not as the server has it`;
  return null;
}

function answer(order: ScreensOrder): ScreensAnswer {
  if (order.as === 'seen') return { seen: screens.map(({ seen }) => seen.filter(({ at }) => at >= order.since)) };
  const differences = screens.flatMap(({ store }) => differenceOf(store, order.board) ?? []);
  return { different: differences.length, first: differences[0] ?? null };
}

process.on('message', (order: ScreensOrder) => process.send?.(answer(order)));
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
const deadline = performance.now() + CONNECTS_WITHIN_MS;
const isDark = ({ store }: Screen) => store.view().link.kind !== 'socket';
while (screens.length < count || screens.some(isDark)) {
  if (performance.now() > deadline)
    throw new Error(`of ${count} screens ${screens.filter(isDark).length} of ${screens.length} did not connect`);
  for (let more = screens.filter(isDark).length; more < AT_ONCE && screens.length < count; more += 1) switchOn();
  await wait(20);
}
process.send?.({ connected: count });
