import { randomUUID } from 'node:crypto';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { io, type Socket } from 'socket.io-client';
import type { Board, BoardChange, Ticket, TicketActionAnswer } from '../../contract/live';
import { openBrowser, pairWall } from '../bench/chromium';
import { firstOf } from '../harness/wait';
import { pick, type Random } from '../pos-simulator/random';

/** Walls in a real browser, each paired as its own screen. */
export type Walls = {
  /** The heap of each after garbage collection, in MB. */
  heaps: () => Promise<number[]>;
  /** Walls that are not live, and errors of their pages, as text. */
  problems: () => Promise<string[]>;
  close: () => Promise<void>;
};

const FULL_HD = { width: 1920, height: 1080 };
const MB = 1024 * 1024;
/** Leaks a megabyte every second. */
const LEAK = `const kept = []; setInterval(() => kept.push(new Array(131_072).fill(0.5 + kept.length)), 1_000);`;

type Wall = { page: Page; session: CDPSession; errors: string[] };

/** A screen with its branch and token. */
export type ScreenAccess = { branch: number; view: string; token: string };

/** Connected screens, which act on tickets and reconnect. */
export type Screens = {
  /** A random screen with view ready claims or collects a ready ticket. */
  act: () => void;
  /** The next screen disconnects and reconnects at once. */
  reconnectNext: () => void;
  /** Number of accepted actions. */
  acceptedActions: () => number;
  /** Branches whose screens have different versions. */
  differingBranches: () => number[];
  close: () => void;
};

type Screen = ScreenAccess & { socket: Socket; version: number; ready: Map<string, Ticket> };

const READY = 'KITCHEN-TICKET-STATE-READYFORPICKUP';
const RESPONSE_TIMEOUT_MS = 5_000;
const FIRST_BOARD_TIMEOUT_MS = 60_000;

/** Connects the screens, and waits for the first board of each. @throws if one has no board within a minute */
export async function connectScreens(url: URL, access: readonly ScreenAccess[], random: Random): Promise<Screens> {
  const screens = access.map((each) => open(url, each));
  const tablets = screens.filter(({ view }) => view === 'ready');
  let acceptedActions = 0;
  let next = 0;
  const close = () => {
    for (const { socket } of screens) socket.disconnect();
  };
  try {
    await Promise.all(screens.map(firstBoard));
  } catch (error) {
    close();
    throw error;
  }
  return {
    act() {
      const { socket, ready } = pick(random, tablets);
      if (ready.size === 0) return;
      const { id, claim } = pick(random, [...ready.values()]);
      const action = { actionId: randomUUID(), kind: claim ? 'collect' : 'claim', ticketId: id };
      // The server may refuse an action, because the board has changed meanwhile.
      socket
        .timeout(RESPONSE_TIMEOUT_MS)
        .emit('ticket:action', action, (_: Error | null, response?: TicketActionAnswer) => {
          if (response && 'ticket' in response) acceptedActions += 1;
        });
    },
    reconnectNext() {
      const screen = screens[next % screens.length];
      next += 1;
      screen?.socket.disconnect().connect();
    },
    acceptedActions: () => acceptedActions,
    differingBranches() {
      const branches = new Set(screens.map(({ branch }) => branch));
      return [...branches].filter((branch) => {
        const versions = screens.filter((screen) => screen.branch === branch).map(({ version }) => version);
        return new Set(versions).size > 1;
      });
    },
    close,
  };
}

function open(url: URL, access: ScreenAccess): Screen {
  const { token, branch } = access;
  const socket = io(url.href, { transports: ['websocket'], auth: { token, branch, contract: 1 }, forceNew: true });
  const screen: Screen = { ...access, socket, version: -1, ready: new Map() };
  const apply = ({ version, tickets }: Board | BoardChange) => {
    screen.version = version;
    for (const ticket of tickets) {
      if (ticket.state === READY && ticket.closedAt === null) screen.ready.set(ticket.id, ticket);
      else screen.ready.delete(ticket.id);
    }
  };
  socket.on('board:snapshot', (board: Board) => {
    screen.ready.clear();
    apply(board);
  });
  socket.on('board:changed', apply);
  return screen;
}

async function firstBoard({ socket, branch, view }: Screen): Promise<void> {
  const first = await firstOf(socket, ['board:snapshot', 'connect_error'], FIRST_BOARD_TIMEOUT_MS);
  if (first?.name !== 'board:snapshot') throw new Error(`a ${view} screen of branch ${branch} got no board`);
}

/** Opens a wall for each token. `isLeaking` makes them leak. @throws if one shows no board */
export async function openWalls(url: URL, tokens: readonly string[], isLeaking: boolean): Promise<Walls> {
  const browser = await openBrowser();
  try {
    const walls: Wall[] = [];
    for (const token of tokens) walls.push(await openWall(browser, url, token, isLeaking));
    return {
      heaps: () => Promise.all(walls.map(heapOf)),
      problems: async () => (await Promise.all(walls.map(problemsOf))).flat(),
      close: () => browser.close(),
    };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/** Does not use the recorder of the bench, whose memory grows. */
async function openWall(browser: Browser, url: URL, token: string, isLeaking: boolean): Promise<Wall> {
  const page = await browser.newPage({ viewport: FULL_HD });
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  if (isLeaking) await page.addInitScript({ content: LEAK });
  await pairWall(page, url.origin, token);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  return { page, session, errors };
}

async function heapOf({ session }: Wall): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / MB;
}

async function problemsOf({ page, errors }: Wall, index: number): Promise<string[]> {
  const level = await page.locator('[data-level]').first().getAttribute('data-level');
  return [
    ...(level === 'live' ? [] : [`wall ${index + 1} is ${level} at the end`]),
    ...errors.slice(0, 1).map((message) => `wall ${index + 1} had ${errors.length} errors: ${message}`),
  ];
}
