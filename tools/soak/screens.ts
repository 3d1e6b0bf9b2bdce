import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import type { Board, BoardChange, Ticket, TicketActionAnswer } from '../../contract/live';
import { pick, type Random } from '../pos-simulator/random';

/** A screen with its branch and token. */
export type Admitted = { branch: number; view: string; token: string };

/** Screens that each hold a board, tap if their view may, and reconnect. */
export type Screens = {
  /** One of the tablets claims or collects a ready ticket. */
  tap: () => void;
  /** The next screen disconnects and reconnects at once. */
  leaveAndReturn: () => void;
  /** Number of accepted taps. */
  kept: () => number;
  /** Branches whose screens have different versions. */
  apart: () => number[];
  close: () => void;
};

type Screen = Admitted & { socket: Socket; version: number; ready: Map<string, Ticket> };

const READY = 'KITCHEN-TICKET-STATE-READYFORPICKUP';
const ANSWERED_WITHIN_MS = 5_000;
const FIRST_BOARD_WITHIN_MS = 20_000;

/** Resolves when each has its first board. @throws if one has none within 20 s */
export async function attachScreens(url: URL, admitted: readonly Admitted[], random: Random): Promise<Screens> {
  const screens = admitted.map((each) => open(url, each));
  const tablets = screens.filter(({ view }) => view === 'ready');
  let kept = 0;
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
    tap() {
      const { socket, ready } = pick(random, tablets);
      if (ready.size === 0) return;
      const { id, claim } = pick(random, [...ready.values()]);
      const tap = { noteId: randomUUID(), kind: claim ? 'collect' : 'claim', ticketId: id };
      // A tap may come too late, because the board has changed meanwhile.
      socket.timeout(ANSWERED_WITHIN_MS).emit('ticket:note', tap, (_: Error | null, answer?: TicketActionAnswer) => {
        if (answer && 'ticket' in answer) kept += 1;
      });
    },
    leaveAndReturn() {
      const screen = screens[next % screens.length];
      next += 1;
      screen?.socket.disconnect().connect();
    },
    kept: () => kept,
    apart() {
      const branches = new Set(screens.map(({ branch }) => branch));
      return [...branches].filter((branch) => {
        const versions = screens.filter((screen) => screen.branch === branch).map(({ version }) => version);
        return new Set(versions).size > 1;
      });
    },
    close,
  };
}

function open(url: URL, admitted: Admitted): Screen {
  const { token, branch } = admitted;
  const socket = io(url.href, { transports: ['websocket'], auth: { token, branch, contract: 1 }, forceNew: true });
  const screen: Screen = { ...admitted, socket, version: -1, ready: new Map() };
  const take = ({ version, tickets }: Board | BoardChange) => {
    screen.version = version;
    for (const ticket of tickets) {
      if (ticket.state === READY && ticket.closedAt === null) screen.ready.set(ticket.id, ticket);
      else screen.ready.delete(ticket.id);
    }
  };
  socket.on('board:snapshot', (board: Board) => {
    screen.ready.clear();
    take(board);
  });
  socket.on('board:changed', take);
  return screen;
}

function firstBoard({ socket, branch, view }: Screen): Promise<void> {
  return new Promise((done, failed) => {
    const timer = setTimeout(() => failed(new Error('a screen had no board in time')), FIRST_BOARD_WITHIN_MS);
    socket.once('board:snapshot', () => {
      clearTimeout(timer);
      done();
    });
    socket.once('connect_error', ({ message }) => {
      clearTimeout(timer);
      failed(new Error(`a ${view} screen of branch ${branch} was refused: ${message}`));
    });
  });
}
