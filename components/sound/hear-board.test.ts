import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Ticket } from '../../contract/live';
import { takeSnapshot } from '../live/board-state';
import type { Link } from '../live/freshness';
import type { LiveView } from '../live/live-view';
import { at, board, EVENING, ready, ticket } from '../testing/tickets';
import { urgencyOf } from '../ticket/urgency';
import { hearBoard } from './hear-board';
import type { Listen } from './sounds-of';

const LISTEN: Listen = { urgencyOf, isShown: () => true, isMine: ({ id }) => id === 'mine' };
const SOCKET: Link = { kind: 'socket' };

/** A screen's board whose news a test brings; time passes with the page's clock. */
function openScreen() {
  let rules = LISTEN;
  let view: LiveView = {
    board: null,
    link: { kind: 'none' },
    newsAt: null,
    posOffsetMs: 0,
    lastDeliveryAt: null,
    serverBuild: null,
    readyLeavesMinutes: null,
    wallTouch: 'hide',
    openingHours: null,
    hungryAfter: [],
    gaps: [],
    changed: [],
    screen: null,
  };
  const started = Date.now();
  const monotonicNow = () => Date.now() - started;
  const watchers = new Set<() => void>();
  const did: string[] = [];
  const insisted = new Set<string>();
  const repeatable: string[] = [];
  const stop = hearBoard({
    store: {
      view: () => view,
      monotonicNow,
      branchNow: () => (view.board ? EVENING + monotonicNow() : null),
      subscribe: (watcher) => {
        watchers.add(watcher);
        return () => watchers.delete(watcher);
      },
    },
    sound: () => ({
      play: (event) => {
        did.push(event);
        return 'played';
      },
      insist: (key) => {
        insisted.add(key);
        did.push(`insist ${key}`);
      },
      withdraw: (key) => {
        insisted.delete(key);
        did.push(`withdraw ${key}`);
      },
      repeat: () => {
        repeatable.push(...insisted);
      },
    }),
    listen: () => rules,
    isOnline: () => true,
    vibrate: (pattern) => did.push(`vibrate ${pattern.join(' ')}`),
  });
  return {
    stop,
    /** A board comes. */
    brings: (...tickets: Ticket[]) => {
      const version = (view.board?.version ?? 0) + 1;
      const next = takeSnapshot(view.board, board({ version, tickets: tickets.map((each) => ({ ...each, version })) }));
      view = { ...view, board: next, link: SOCKET, newsAt: monotonicNow() };
      for (const watcher of watchers) watcher();
    },
    /** So many seconds pass, in which the server says every two that it is there. */
    livesOn: (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        if (second % 2 === 0) view = { ...view, newsAt: monotonicNow() };
        vi.advanceTimersByTime(1_000);
      }
    },
    /** Somebody chooses what it shows. */
    showsOnly: (id: string) => {
      rules = { ...LISTEN, isShown: (ticket) => ticket.id === id };
    },
    /** What might have been repeated since it was asked last, once for each time it might. */
    repeatable: () => repeatable.splice(0),
    loses: (seconds: number) => vi.advanceTimersByTime(seconds * 1_000),
    /** What was done since it was asked last, without the link's own withdrawal at each look. */
    did: () => did.splice(0).filter((each) => each !== 'withdraw link'),
  };
}

let screen: ReturnType<typeof openScreen>;
beforeEach(() => {
  vi.useFakeTimers({ now: EVENING });
  screen = openScreen();
});
afterEach(() => {
  screen.stop();
  vi.useRealTimers();
});

it('is silent at the first board, then hears what is new', () => {
  screen.brings(ticket({ id: '1' }));
  screen.livesOn(3);
  expect(screen.did()).toEqual([]);
  screen.brings(ticket({ id: '1' }), ticket({ id: '2' }));
  expect(screen.did()).toEqual(['new', 'insist new 2']);
});

it('hears a card become late by itself, and takes it back when it is ready', () => {
  const slow = { id: '1', warnAt: null, lateAt: at(1), veryLateAt: null };
  screen.brings(ticket(slow));
  screen.livesOn(59);
  expect(screen.did()).toEqual([]);
  screen.livesOn(2);
  expect(screen.did()).toEqual(['late', 'insist late 1']);
  screen.brings(ready(1, { id: '1' }));
  expect(screen.did()).toEqual(['ready', 'insist ready 1', 'withdraw late 1']);
});

it('may repeat each second what is insisted on, and not what that second’s look took back', () => {
  screen.brings();
  screen.brings(ticket({ id: '1' }));
  expect(screen.repeatable()).toEqual([]);
  screen.livesOn(2);
  expect(screen.repeatable()).toEqual(['new 1', 'new 1']);
  screen.showsOnly('2');
  screen.livesOn(1);
  expect(screen.repeatable()).toEqual([]);
});

it('hears the link go once, nothing of an old board, and one sound of sixty when it is back', () => {
  const sixty = Array.from({ length: 60 }, (_, index) => ticket({ id: `t${index}`, lateAt: at(1), warnAt: null }));
  screen.brings(...sixty);
  screen.loses(120);
  expect(screen.did()).toEqual(['lost', 'insist link']);
  screen.brings(...sixty.map(({ id }) => ready(2, { id })));
  const back = screen.did();
  expect(back.filter((each) => !each.startsWith('insist'))).toEqual(['ready']);
});

it('a page that never had news has lost nothing', () => {
  screen.loses(120);
  expect(screen.did()).toEqual([]);
});

it('what is mine moves the device', () => {
  screen.brings(ticket({ id: 'mine' }), ticket({ id: '2' }));
  screen.brings(ticket({ id: 'mine' }), ready(0, { id: '2' }));
  expect(screen.did()).toEqual(['ready', 'insist ready 2']);
  screen.brings(ready(0, { id: 'mine' }), ready(0, { id: '2' }));
  expect(screen.did()).toEqual(['mine', 'vibrate 220 120 220', 'insist mine mine']);
});

it('takes everything back when it stops, and hears no more', () => {
  screen.brings(ticket({ id: 'mine' }));
  screen.brings(ready(0, { id: 'mine' }));
  screen.did();
  screen.stop();
  expect(screen.did()).toEqual(['withdraw mine mine']);
  screen.livesOn(300);
  expect(screen.did()).toEqual([]);
});
