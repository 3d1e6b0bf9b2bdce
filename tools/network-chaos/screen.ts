import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { LiveStore } from '../../components/live/live-store';
import type { Board } from '../../contract/live';
import type { LiveClient } from '../harness/client-build';
import { openScreenProxy, type ScreenProxy } from '../harness/network/screen-proxy';
import type { Kitchen } from './kitchen';
import { restedNow } from './rested-clock';
import { monitorScreen, type ScreenMonitor } from './screen-monitor';

/** A screen that runs the product's own client, with its monitor. */
export type Screen = {
  name: string;
  store: LiveStore;
  /** The proxy of this screen alone. */
  network: ScreenProxy;
  monitor: ScreenMonitor;
  /**
   * Waits until the screen shows the server's board, live. Resolves to how long that took in ms.
   * @throws if it does not within `withinMs`
   */
  isRight: (withinMs: number) => Promise<number>;
  close: () => Promise<void>;
};

export type ScreenOptions = {
  name: string;
  token: string;
  /** Replaces the page's monotonic clock. */
  monotonicNow?: () => number;
  /** Skips closed tickets: a clock that is set back brings back tickets that had expired. */
  isClosedLeftOut?: boolean;
};

const LOOK_EVERY_MS = 25;
/**
 * A ticket that expires just before the request is gone from the server's board, but stays on a screen until its next
 * change.
 */
const CLOSED_ONES_MS = 25 * 60_000;

export async function openScreen(url: URL, client: LiveClient, kitchen: Kitchen, wish: ScreenOptions): Promise<Screen> {
  const network = await openScreenProxy(url.href);
  const { name, token, monotonicNow = () => performance.now() } = wish;
  const store = client.createLiveStore({ url: network.url, branch: kitchen.branch, token, monotonicNow });
  const monitor = monitorScreen(name, store, client, kitchen.truth);
  return {
    ...{ name, store, network, monitor },
    async isRight(withinMs) {
      const from = restedNow();
      for (;;) {
        const board = await kitchen.look();
        const wrong = differenceOf(store, board, wish.isClosedLeftOut);
        // The screen was right since its last change, which may be before the server's answer.
        const took = Math.max(0, (wrong === null ? monitor.boardAt() : restedNow()) - from);
        if (took > withinMs)
          throw new Error(`${name} was not right after ${withinMs} ms: ${wrong ?? `it was after ${Math.round(took)}`}`);
        if (wrong === null && monitor.level() === 'live') return took;
        if (restedNow() - from > withinMs)
          throw new Error(`${name} is right after ${withinMs} ms, and says ${monitor.level()}`);
        await wait(LOOK_EVERY_MS);
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
export function differenceOf(store: LiveStore, board: Board, isClosedLeftOut = false): string | null {
  const shown = store.view().board;
  if (shown === null) return 'it shows no board';
  const place = ({ epoch, version }: { epoch: string; version: number }) =>
    `version ${version} of ${epoch.slice(0, 8)}`;
  if (place(shown) !== place(board)) return `it shows ${place(shown)}, not ${place(board)}`;
  const since = isClosedLeftOut
    ? Number.POSITIVE_INFINITY
    : Date.parse(board.serverTime) - board.posOffsetMs - CLOSED_ONES_MS;
  const named = <Item>(items: Iterable<Item>, nameOf: (item: Item) => string) =>
    new Map([...items].map((item) => [nameOf(item), item]));
  const parts: [string, ReadonlyMap<string, unknown>, ReadonlyMap<string, unknown>][] = [
    [
      'ticket',
      ofNow(shown.tickets, since),
      ofNow(
        named(board.tickets, ({ id }) => id),
        since,
      ),
    ],
    ['table', shown.tables, named(board.tables, ({ number, subNumber }) => `${number}/${subNumber}`)],
  ];
  for (const [part, is, should] of parts)
    for (const key of new Set([...is.keys(), ...should.keys()]))
      if (!isDeepStrictEqual(is.get(key), should.get(key)))
        return `${part} ${key} is ${text(is.get(key))}, not ${text(should.get(key))}`;
  return null;
}

function ofNow<Item extends { closedAt: string | null }>(items: ReadonlyMap<string, Item>, since: number) {
  return new Map([...items].filter(([, { closedAt }]) => closedAt === null || Date.parse(closedAt) > since));
}

function text(part: unknown): string {
  return JSON.stringify(part)?.slice(0, 300) ?? 'not there';
}
