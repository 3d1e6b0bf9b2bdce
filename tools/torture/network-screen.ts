import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Freshness } from '../../components/live/freshness';
import type { LiveStore } from '../../components/live/live-store';
import type { Board } from '../../contract/live';
import type { LiveClient } from '../harness/builds';
import { type ChildServer, command } from '../harness/child-server';
import { checkBoard, foldDeliveries, readBoard } from '../harness/folded-board';
import { postAll } from '../harness/post-requests';
import { openScreenProxy, type ScreenProxy } from '../harness/screen-proxy';
import { readStoredData } from '../harness/stored-data';
import type { Posting } from '../pos-simulator/post-delivery';
import type { Random } from '../pos-simulator/random';
import { activeNow } from './active-clock';
import { generatePostings } from './load';

/** What a scenario uses: its own branch, on a server that it may share. */
export type ScenarioContext = {
  kitchen: Kitchen;
  client: LiveClient;
  folder: string;
  random: Random;
  /** Number of screens that reconnect at once. */
  screens: number;
  server: () => ChildServer;
  /** Kills the server, awaits `between`, and starts a server on the same folder and port. */
  restart: (between: () => Promise<void>) => Promise<void>;
  /** Opens a screen and waits until it is up to date. It is closed at the end of the scenario. */
  screen: (options?: Partial<ScreenOptions>) => Promise<Screen>;
  /** Waits until all these screens are up to date. */
  waitUntilUpToDate: (screens: readonly Screen[], withinMs?: number) => Promise<void>;
  /** Reports a violation. */
  addViolation: (problem: string) => void;
};

export type Scenario = {
  name: string;
  run: (context: ScenarioContext) => Promise<void>;
  /** Skips the comparison with the folded board, which assumes a correct clock. */
  skipsFold?: boolean;
};

/** Time within which a screen must be up to date again (docs/reliability.md). */
export const UP_TO_DATE_WITHIN_MS = 3_000;

/** The branch of a scenario. */
export type Kitchen = {
  branch: number;
  versions: VersionLog;
  /** Adds a screen to this branch. */
  addScreen: () => Promise<{ id: number; token: string }>;
  /** Posts deliveries until the board has changed this many times. Resolves to the last board. */
  changeBoard: (times?: number) => Promise<Board>;
  /** Posts a body unchanged. */
  post: (deliveries: readonly { path: string; body: string }[]) => Promise<void>;
  set: (key: string, value: string) => Promise<void>;
  /** Requests the board directly from the server. */
  readBoard: () => Promise<Board>;
  /** Differences between the server's board and the board computed from deliveries, ticket actions and settings. */
  check: () => Promise<string[]>;
};

/** The board must change within this many deliveries. */
const MAX_DELIVERIES = 60;

/** Continuously checks what a screen shows. */
type ScreenMonitor = {
  level: () => Freshness['level'];
  /** When its board last changed, by `activeNow`. */
  boardAt: () => number;
  /** Marks the screen as unreachable, or as reachable again. */
  setUnreachable: (isUnreachable: boolean) => void;
  /** Cases in which it showed old data as current, as text. */
  violations: () => readonly string[];
  stop: () => void;
};

/** Limits after the loss of the connection (docs/reliability.md). */
const AMBER_WITHIN_MS = 8_000;
const RED_WITHIN_MS = 17_000;
const MONITOR_INTERVAL_MS = 100;

/** A version of a branch, and when it was first received (performance.now). */
type SentVersion = { epoch: string; version: number; since: number };

/** Records the versions of a branch that the server sends, in order. */
type VersionLog = {
  add: (head: { epoch: string; version: number }, since: number) => void;
  /** Since when a newer version than that of a screen exists; null if none is known. */
  newerSince: (shown: { epoch: string; version: number }) => number | null;
};

/** A screen that runs the product's own client, with its monitor. */
export type Screen = {
  store: LiveStore;
  /** The proxy of this screen alone. */
  network: ScreenProxy;
  monitor: ScreenMonitor;
  /** Waits until the screen shows the server's board as live. @throws after `withinMs` */
  waitUntilUpToDate: (withinMs: number) => Promise<void>;
  close: () => Promise<void>;
};

export type ScreenOptions = {
  name: string;
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
  { name, skipsClosed }: ScreenOptions,
): Promise<Screen> {
  const network = await openScreenProxy(url.href);
  const { token } = await kitchen.addScreen();
  const monotonicNow = () => performance.now();
  const store = client.createLiveStore({ url: network.url, branch: kitchen.branch, token, monotonicNow });
  const monitor = monitorScreen(name, store, client, kitchen.versions);
  return {
    ...{ store, network, monitor },
    async waitUntilUpToDate(withinMs) {
      const from = activeNow();
      for (;;) {
        const board = await kitchen.readBoard();
        const difference = differenceOf(store, board, skipsClosed);
        // The screen was up to date since its last change, which may be before the server's response.
        const elapsedMs = Math.max(0, (difference === null ? monitor.boardAt() : activeNow()) - from);
        if (elapsedMs > withinMs)
          throw new Error(
            `${name} was not up to date after ${withinMs} ms: ${difference ?? `it took ${Math.round(elapsedMs)}`}`,
          );
        if (difference === null && monitor.level() === 'live') return;
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

/**
 * Waits until all these screens are connected and show the server's board. Resolves to the ms that it took.
 * @throws after `withinMs`
 */
export async function untilAllRight(
  stores: readonly LiveStore[],
  readBoard: () => Promise<Board>,
  withinMs: number,
): Promise<number> {
  for (const from = activeNow(); ; await wait(CHECK_INTERVAL_MS)) {
    const board = await readBoard();
    // The board may be unchanged, so a screen must also be connected.
    const differences = stores.flatMap((store) =>
      store.view().link.kind === 'none' ? 'not connected' : (differenceOf(store, board) ?? []),
    );
    if (differences.length === 0) return activeNow() - from;
    if (activeNow() - from > withinMs)
      throw new Error(
        `${differences.length} of ${stores.length} screens were not up to date after ${withinMs} ms: ${differences[0]}`,
      );
  }
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

function createVersionLog(): VersionLog {
  const sent: SentVersion[] = [];
  return {
    add({ epoch, version }, since) {
      const last = sent.at(-1);
      if (last?.epoch !== epoch || last.version !== version) sent.push({ epoch, version, since });
    },
    newerSince({ epoch, version }) {
      const index = sent.findLastIndex((each) => each.epoch === epoch && each.version <= version);
      return index < 0 ? null : (sent[index + 1]?.since ?? null);
    },
  };
}

/**
 * Compares what a screen shows with the server's versions: old data must not look current, even if it arrived in a new
 * message.
 */
function monitorScreen(name: string, store: LiveStore, client: LiveClient, versions: VersionLog): ScreenMonitor {
  const violations: string[] = [];
  let unreachableSince: number | null = null;
  let checkedAt = performance.now();
  let isReported = false;

  const level = () => {
    const { newsAt, link } = store.view();
    return client.freshnessOf(newsAt === null ? null : store.monotonicNow() - newsAt, link, true).level;
  };
  const check = () => {
    const now = performance.now();
    // Ignores pauses of this process on a busy machine.
    const isLate = now - checkedAt > 5 * MONITOR_INTERVAL_MS;
    checkedAt = now;
    const { board } = store.view();
    if (board === null || isLate) return;
    const since = Math.min(unreachableSince ?? now, versions.newerSince(board) ?? now);
    const shown = level();
    const staleMs = now - since;
    const isWrong =
      (staleMs > AMBER_WITHIN_MS && shown === 'live') ||
      (staleMs > RED_WITHIN_MS && !['red', 'refused'].includes(shown));
    if (isWrong && !isReported)
      violations.push(`${name} showed a board as ${shown} that was old for ${(staleMs / 1_000).toFixed(1)} s`);
    isReported = isWrong;
  };
  let last = store.view().board;
  let boardAt = activeNow();
  const unsubscribe = store.subscribe(() => {
    const { board } = store.view();
    if (board !== last) boardAt = activeNow();
    last = board;
  });
  const timer = setInterval(check, MONITOR_INTERVAL_MS);
  return {
    level,
    boardAt: () => boardAt,
    setUnreachable(isUnreachable) {
      unreachableSince = isUnreachable ? (unreachableSince ?? performance.now()) : null;
    },
    violations: () => violations,
    stop() {
      clearInterval(timer);
      unsubscribe();
    },
  };
}

export async function openKitchen(url: URL, folder: string, branch: number, random: Random): Promise<Kitchen> {
  const addScreen = () =>
    command<{ id: number; token: string }>(folder, 'screen add', {
      name: `chaos ${branch}`,
      branches: [branch],
      view: 'kitchen',
    });
  const { token } = await addScreen();
  const versions = createVersionLog();
  const postings: Iterator<Posting> = generatePostings(random, [], { branch });

  const readServerBoard = async () => {
    const board = await readBoard(url, token);
    versions.add(board, performance.now());
    return board;
  };
  const change = async () => {
    const before = await readServerBoard();
    for (let remaining = MAX_DELIVERIES; remaining > 0; remaining -= 1) {
      await postAll(url, [postings.next().value as Posting]);
      const after = await readServerBoard();
      if (after.version !== before.version || after.epoch !== before.epoch) return;
    }
    throw new Error(`${MAX_DELIVERIES} deliveries did not change the board of branch ${branch}`);
  };

  return {
    branch,
    versions,
    addScreen,
    async changeBoard(times = 1) {
      for (let remaining = times; remaining > 0; remaining -= 1) await change();
      return readServerBoard();
    },
    async post(deliveries) {
      await postAll(url, deliveries);
      await readServerBoard();
    },
    async set(key, value) {
      await command(folder, 'setting set', { key, value, branch });
      await readServerBoard();
    },
    readBoard: readServerBoard,
    async check() {
      const stored = await readStoredData(folder);
      const ofBranch = stored.deliveries.filter(
        ({ translation }) => translation.kind === 'fact' && translation.branch === branch,
      );
      const orders = foldDeliveries(ofBranch);
      return checkBoard({ url, token, branch }, { ...stored, deliveries: ofBranch }, orders);
    },
  };
}
