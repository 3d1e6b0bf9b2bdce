import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { LiveStore } from '../../components/live/live-store';
import type { Board } from '../../contract/live';
import type { LiveClient } from '../harness/client-build';
import { openScreenProxy, type ScreenProxy } from '../harness/network/screen-proxy';
import { activeNow } from './active-clock';
import type { Kitchen } from './kitchen';
import { monitorScreen, type ScreenMonitor } from './screen-monitor';

/** A screen that runs the product's own client, with its monitor. */
export type Screen = {
  name: string;
  store: LiveStore;
  /** The proxy of this screen alone. */
  network: ScreenProxy;
  monitor: ScreenMonitor;
  /**
   * Waits until the screen shows the server's board as live. Resolves to the ms that it took.
   * @throws after `withinMs`
   */
  waitUntilUpToDate: (withinMs: number) => Promise<number>;
  close: () => Promise<void>;
};

export type ScreenOptions = {
  name: string;
  token: string;
  /** Replaces the page's monotonic clock. */
  monotonicNow?: () => number;
  /** Ignores closed tickets, because a clock that is set back restores expired ones. */
  skipsClosed?: boolean;
};

const CHECK_INTERVAL_MS = 25;
/** Only tickets closed within this time are compared: a screen keeps an expired ticket until its next change. */
const COMPARED_CLOSED_MS = 25 * 60_000;

export async function openScreen(
  url: URL,
  client: LiveClient,
  kitchen: Kitchen,
  options: ScreenOptions,
): Promise<Screen> {
  const network = await openScreenProxy(url.href);
  const { name, token, monotonicNow = () => performance.now() } = options;
  const store = client.createLiveStore({ url: network.url, branch: kitchen.branch, token, monotonicNow });
  const monitor = monitorScreen(name, store, client, kitchen.versions);
  return {
    ...{ name, store, network, monitor },
    async waitUntilUpToDate(withinMs) {
      const from = activeNow();
      for (;;) {
        const board = await kitchen.readBoard();
        const difference = differenceOf(store, board, options.skipsClosed);
        // The screen was up to date since its last change, which may be before the server's response.
        const elapsedMs = Math.max(0, (difference === null ? monitor.boardAt() : activeNow()) - from);
        if (elapsedMs > withinMs)
          throw new Error(
            `${name} was not up to date after ${withinMs} ms: ${difference ?? `it took ${Math.round(elapsedMs)}`}`,
          );
        if (difference === null && monitor.level() === 'live') return elapsedMs;
        if (activeNow() - from > withinMs)
          throw new Error(`${name} is up to date after ${withinMs} ms, but ${monitor.level()}`);
        await wait(CHECK_INTERVAL_MS);
      }
    },
    async close() {
      monitor.stop();
      store.close();
      await network.close();
    },
  };
}

/** The first difference between a screen's board and the server's; null without one. */
export function differenceOf(store: LiveStore, board: Board, skipsClosed = false): string | null {
  const shown = store.view().board;
  if (shown === null) return 'no board';
  const versionText = ({ epoch, version }: { epoch: string; version: number }) =>
    `version ${version} of ${epoch.slice(0, 8)}`;
  if (versionText(shown) !== versionText(board)) return `${versionText(shown)}, not ${versionText(board)}`;
  const since = skipsClosed
    ? Number.POSITIVE_INFINITY
    : Date.parse(board.serverTime) - board.posOffsetMs - COMPARED_CLOSED_MS;
  const byName = <Item>(items: Iterable<Item>, nameOf: (item: Item) => string) =>
    new Map([...items].map((item) => [nameOf(item), item]));
  const parts: [string, ReadonlyMap<string, unknown>, ReadonlyMap<string, unknown>][] = [
    [
      'ticket',
      withoutExpired(shown.tickets, since),
      withoutExpired(
        byName(board.tickets, ({ id }) => id),
        since,
      ),
    ],
    ['table', shown.tables, byName(board.tables, ({ number, subNumber }) => `${number}/${subNumber}`)],
  ];
  for (const [part, is, should] of parts)
    for (const key of new Set([...is.keys(), ...should.keys()]))
      if (!isDeepStrictEqual(is.get(key), should.get(key)))
        return `${part} ${key} is ${text(is.get(key))}, not ${text(should.get(key))}`;
  return null;
}

function withoutExpired<Item extends { closedAt: string | null }>(items: ReadonlyMap<string, Item>, since: number) {
  return new Map([...items].filter(([, { closedAt }]) => closedAt === null || Date.parse(closedAt) > since));
}

function text(part: unknown): string {
  return JSON.stringify(part)?.slice(0, 300) ?? 'absent';
}
