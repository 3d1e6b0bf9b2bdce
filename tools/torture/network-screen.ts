import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Freshness } from '../../components/live/freshness';
import type { LiveStore } from '../../components/live/live-store';
import type { Board } from '../../contract/live';
import type { LiveClient } from '../harness/builds';
import { type ChildServer, command } from '../harness/child-server';
import { checkBoard, foldDeliveries, readBoard } from '../harness/folded-board';
import { postAll } from '../harness/post-requests';
import { openScreenProxy, type ScreenProxy } from '../harness/proxy';
import { readStoredData } from '../harness/stored-data';
import { untilFine } from '../harness/wait';
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

export type ScreenOptions = {
  name: string;
  /** Ignores closed tickets, because a clock that is set back restores expired ones. */
  skipsClosed?: boolean;
};

/** A version of a board, and when the server was first seen to have it (performance.now). */
type SentVersion = { epoch: string; version: number; since: number };
type Version = Omit<SentVersion, 'since'>;

/** Time within which a screen must be up to date again (docs/reliability.md). */
export const UP_TO_DATE_WITHIN_MS = 3_000;
/** Limits after the loss of the connection (docs/reliability.md). */
const AMBER_WITHIN_MS = 8_000;
const RED_WITHIN_MS = 17_000;
const MONITOR_INTERVAL_MS = 100;
const CHECK_INTERVAL_MS = 25;
/** The board must change within this many deliveries. */
const MAX_DELIVERIES = 60;
/** Only tickets closed within this time are compared: a screen keeps an expired ticket until its next change. */
const COMPARED_CLOSED_MS = 25 * 60_000;

/**
 * A screen that runs the product's own client, behind a proxy of its own. It is compared with the server's versions all
 * the time: old data must not look current, even if it arrived in a new message.
 */
export class Screen {
  readonly store: LiveStore;
  /** Cases in which it showed old data as current, as text. */
  readonly violations: string[] = [];
  /** When its board last changed, by `activeNow`. */
  #boardAt = activeNow();
  #unreachableSince: number | null = null;
  #checkedAt = performance.now();
  #isReported = false;
  readonly #timer: NodeJS.Timeout;

  private constructor(
    readonly network: ScreenProxy,
    token: string,
    private readonly client: LiveClient,
    private readonly kitchen: Kitchen,
    private readonly options: ScreenOptions,
  ) {
    const monotonicNow = () => performance.now();
    this.store = client.createLiveStore({ url: network.url, branch: kitchen.branch, token, monotonicNow });
    let last = this.store.view().board;
    this.store.subscribe(() => {
      const { board } = this.store.view();
      if (board !== last) this.#boardAt = activeNow();
      last = board;
    });
    this.#timer = setInterval(() => this.#check(), MONITOR_INTERVAL_MS);
  }

  static async open(url: URL, client: LiveClient, kitchen: Kitchen, options: ScreenOptions): Promise<Screen> {
    const { token } = await kitchen.addScreen();
    return new Screen(await openScreenProxy(url.href), token, client, kitchen, options);
  }

  level(): Freshness['level'] {
    const { newsAt, link } = this.store.view();
    return this.client.freshnessOf(newsAt === null ? null : this.store.monotonicNow() - newsAt, link, true).level;
  }

  /** Marks the screen as unreachable, or as reachable again. */
  setUnreachable(isUnreachable: boolean): void {
    this.#unreachableSince = isUnreachable ? (this.#unreachableSince ?? performance.now()) : null;
  }

  #check(): void {
    const now = performance.now();
    // Ignores pauses of this process on a busy machine.
    const isLate = now - this.#checkedAt > 5 * MONITOR_INTERVAL_MS;
    this.#checkedAt = now;
    const { board } = this.store.view();
    if (board === null || isLate) return;
    const staleMs = now - Math.min(this.#unreachableSince ?? now, this.kitchen.newerSince(board) ?? now);
    const shown = this.level();
    const isWrong =
      (staleMs > AMBER_WITHIN_MS && shown === 'live') ||
      (staleMs > RED_WITHIN_MS && !['red', 'refused'].includes(shown));
    if (isWrong && !this.#isReported)
      this.violations.push(
        `${this.options.name} showed a board as ${shown} that was old for ${(staleMs / 1_000).toFixed(1)} s`,
      );
    this.#isReported = isWrong;
  }

  /** Waits until the screen shows the server's board as live. @throws after `withinMs` */
  async waitUntilUpToDate(withinMs: number): Promise<void> {
    const { name, skipsClosed } = this.options;
    for (const from = activeNow(); ; await wait(CHECK_INTERVAL_MS)) {
      const difference = differenceOf(this.store, await this.kitchen.readBoard(), skipsClosed);
      // The screen was up to date since its last change, which may be before the server's response.
      const elapsedMs = Math.max(0, (difference === null ? this.#boardAt : activeNow()) - from);
      if (elapsedMs > withinMs)
        throw new Error(
          `${name} was not up to date after ${withinMs} ms: ${difference ?? `it took ${Math.round(elapsedMs)}`}`,
        );
      if (difference === null && this.level() === 'live') return;
      if (activeNow() - from > withinMs)
        throw new Error(`${name} is up to date after ${withinMs} ms, but ${this.level()}`);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.store.close();
    await this.network.close();
  }
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
  const check = async () => {
    const board = await readBoard();
    // The board may be unchanged, so a screen must also be connected.
    const differences = stores.flatMap((store) =>
      store.view().link.kind === 'none' ? 'not connected' : (differenceOf(store, board) ?? []),
    );
    const [first] = differences;
    return first === undefined ? null : `${differences.length} screens were not up to date: ${first}`;
  };
  return untilFine(check, withinMs, { now: activeNow });
}

/** The first difference between a screen's board and the server's; null without one. */
export function differenceOf(store: LiveStore, board: Board, skipsClosed = false): string | null {
  const shown = store.view().board;
  if (shown === null) return 'no board';
  const versionText = ({ epoch, version }: Version) => `version ${version} of ${epoch.slice(0, 8)}`;
  if (versionText(shown) !== versionText(board)) return `${versionText(shown)}, not ${versionText(board)}`;
  const since = skipsClosed
    ? Number.POSITIVE_INFINITY
    : Date.parse(board.serverTime) - board.posOffsetMs - COMPARED_CLOSED_MS;
  const isCompared = (closedAt: string | null) => closedAt === null || Date.parse(closedAt) > since;
  const tickets = (all: Iterable<Board['tickets'][number]>) =>
    new Map([...all].filter(({ closedAt }) => isCompared(closedAt)).map((ticket) => [ticket.id, ticket]));
  const tables = new Map(board.tables.map((table) => [`${table.number}/${table.subNumber}`, table]));
  const parts: [string, ReadonlyMap<string, unknown>, ReadonlyMap<string, unknown>][] = [
    ['ticket', tickets(shown.tickets.values()), tickets(board.tickets)],
    ['table', shown.tables, tables],
  ];
  for (const [part, is, should] of parts)
    for (const key of new Set([...is.keys(), ...should.keys()]))
      if (!isDeepStrictEqual(is.get(key), should.get(key)))
        return `${part} ${key} is ${text(is.get(key))}, not ${text(should.get(key))}`;
  return null;
}

function text(part: unknown): string {
  return JSON.stringify(part)?.slice(0, 300) ?? 'absent';
}

/** The branch of a scenario. */
export type Kitchen = Awaited<ReturnType<typeof openKitchen>>;

export async function openKitchen(url: URL, folder: string, branch: number, random: Random) {
  const addScreen = () =>
    command<{ id: number; token: string }>(folder, 'screen add', {
      ...{ name: `chaos ${branch}`, branches: [branch], view: 'kitchen' },
    });
  const { token } = await addScreen();
  const sent: SentVersion[] = [];
  const postings = generatePostings(random, [], { branch });

  async function readServerBoard(): Promise<Board> {
    const board = await readBoard(url, token);
    const { epoch, version } = board;
    const last = sent.at(-1);
    if (last?.epoch !== epoch || last.version !== version) sent.push({ epoch, version, since: performance.now() });
    return board;
  }
  async function changeOnce(): Promise<void> {
    const before = await readServerBoard();
    for (let remaining = MAX_DELIVERIES; remaining > 0; remaining -= 1) {
      await postAll(url, [postings.next().value]);
      const after = await readServerBoard();
      if (after.version !== before.version || after.epoch !== before.epoch) return;
    }
    throw new Error(`${MAX_DELIVERIES} deliveries did not change the board of branch ${branch}`);
  }

  return {
    branch,
    /** Adds a screen to this branch. */
    addScreen,
    /** Since when a newer version than that of a screen exists; null if none is known. */
    newerSince({ epoch, version }: Version): number | null {
      const index = sent.findLastIndex((each) => each.epoch === epoch && each.version <= version);
      return index < 0 ? null : (sent[index + 1]?.since ?? null);
    },
    /** Posts deliveries until the board has changed this many times. Resolves to the last board. */
    async changeBoard(times = 1): Promise<Board> {
      for (let remaining = times; remaining > 0; remaining -= 1) await changeOnce();
      return readServerBoard();
    },
    /** Posts a body unchanged. */
    async post(deliveries: readonly { path: string; body: string }[]): Promise<void> {
      await postAll(url, deliveries);
      await readServerBoard();
    },
    async set(key: string, value: string): Promise<void> {
      await command(folder, 'setting set', { key, value, branch });
      await readServerBoard();
    },
    /** Requests the board directly from the server. */
    readBoard: readServerBoard,
    /** Differences between the server's board and the one computed from deliveries, ticket actions and settings. */
    async check(): Promise<string[]> {
      const stored = await readStoredData(folder);
      const deliveries = stored.deliveries.filter(
        ({ translation }) => translation.kind === 'fact' && translation.branch === branch,
      );
      return checkBoard({ url, token, branch }, { ...stored, deliveries }, foldDeliveries(deliveries));
    },
  };
}
