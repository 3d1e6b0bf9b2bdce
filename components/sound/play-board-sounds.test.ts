import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Ticket } from '../../contract/live';
import { takeSnapshot } from '../live/board-state';
import type { Link } from '../live/freshness';
import type { LiveView } from '../live/live-view';
import { at, board, EVENING, ready, ticket } from '../testing/tickets';
import { urgencyOf } from '../ticket/ticket-state';
import { playBoardSounds, type SoundRules } from './board-sounds';

const RULES: SoundRules = { urgencyOf, isShown: () => true, isMine: ({ id }) => id === 'mine' };
const SOCKET: Link = { kind: 'socket' };

/** A screen whose board is set by the test, with a clock that the test advances. */
function openScreen() {
  let rules = RULES;
  let view: LiveView = {
    board: null,
    own: null,
    practice: null,
    link: { kind: 'none' },
    newsAt: null,
    behindMs: 0,
    posOffsetMs: 0,
    lastDeliveryAt: null,
    serverBuild: null,
    readyLeavesMinutes: null,
    wallTouch: 'hide',
    openingHours: null,
    usualWait: [],
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
  const stop = playBoardSounds({
    store: {
      view: () => view,
      monotonicNow,
      branchNow: () => (view.board ? EVENING + monotonicNow() : null),
      subscribe: (watcher) => {
        watchers.add(watcher);
        return () => watchers.delete(watcher);
      },
    },
    sound: {
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
    },
    rules: () => rules,
    isOnline: () => true,
    vibrate: () => did.push('vibrate'),
  });
  return {
    stop,
    /** Receives a board. */
    brings: (...tickets: Ticket[]) => {
      const version = (view.board?.version ?? 0) + 1;
      const next = takeSnapshot(view.board, board({ version, tickets: tickets.map((each) => ({ ...each, version })) }));
      view = { ...view, board: next, link: SOCKET, newsAt: monotonicNow() };
      for (const watcher of watchers) watcher();
    },
    /** Advances by this many seconds, with a head every two. */
    livesOn: (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        if (second % 2 === 0) view = { ...view, newsAt: monotonicNow() };
        vi.advanceTimersByTime(1_000);
      }
    },
    /** Filters by this ticket. */
    showsOnly: (id: string) => {
      rules = { ...RULES, isShown: (ticket) => ticket.id === id };
    },
    /** Sounds that could have been repeated since the last call, once for each opportunity. */
    repeatable: () => repeatable.splice(0),
    loses: (seconds: number) => vi.advanceTimersByTime(seconds * 1_000),
    /** Calls since the last check, without the withdrawal of `link` at each look. */
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

it('the first board is silent, and later changes play a sound', () => {
  screen.brings(ticket({ id: '1' }));
  screen.livesOn(3);
  expect(screen.did()).toEqual([]);
  screen.brings(ticket({ id: '1' }), ticket({ id: '2' }));
  expect(screen.did()).toEqual(['new', 'insist new 2']);
});

it('a card that becomes late plays a sound, which is withdrawn when it is ready', () => {
  const slow = { id: '1', warnAt: null, lateAt: at(1), veryLateAt: null };
  screen.brings(ticket(slow));
  screen.livesOn(59);
  expect(screen.did()).toEqual([]);
  screen.livesOn(2);
  expect(screen.did()).toEqual(['late', 'insist late 1']);
  screen.brings(ready(1, { id: '1' }));
  expect(screen.did()).toEqual(['ready', 'insist ready 1', 'withdraw late 1']);
});

it('a repeat may play each second, except for sounds withdrawn in that second', () => {
  screen.brings();
  screen.brings(ticket({ id: '1' }));
  expect(screen.repeatable()).toEqual([]);
  screen.livesOn(2);
  expect(screen.repeatable()).toEqual(['new 1', 'new 1']);
  screen.showsOnly('2');
  screen.livesOn(1);
  expect(screen.repeatable()).toEqual([]);
});

it('a lost link plays one sound, an old board none, and its return one sound for sixty cards', () => {
  const sixty = Array.from({ length: 60 }, (_, index) => ticket({ id: `t${index}`, lateAt: at(1), warnAt: null }));
  screen.brings(...sixty);
  screen.loses(120);
  expect(screen.did()).toEqual(['lost', 'insist link']);
  screen.brings(...sixty.map(({ id }) => ready(2, { id })));
  const back = screen.did();
  expect(back.filter((each) => !each.startsWith('insist'))).toEqual(['ready']);
});

it('a page that never had data does not play the sound for a lost link', () => {
  screen.loses(120);
  expect(screen.did()).toEqual([]);
});

it('a sound for my ticket vibrates the device', () => {
  screen.brings(ticket({ id: 'mine' }), ticket({ id: '2' }));
  screen.brings(ticket({ id: 'mine' }), ready(0, { id: '2' }));
  expect(screen.did()).toEqual(['ready', 'insist ready 2']);
  screen.brings(ready(0, { id: 'mine' }), ready(0, { id: '2' }));
  expect(screen.did()).toEqual(['mine', 'vibrate', 'insist mine mine']);
});

it('stopping withdraws everything and ends all sounds', () => {
  screen.brings(ticket({ id: 'mine' }));
  screen.brings(ready(0, { id: 'mine' }));
  screen.did();
  screen.stop();
  expect(screen.did()).toEqual(['withdraw mine mine']);
  screen.livesOn(300);
  expect(screen.did()).toEqual([]);
});
