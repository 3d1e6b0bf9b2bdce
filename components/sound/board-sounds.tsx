'use client';

import { useEffect, useRef } from 'react';
import type { Ticket } from '../../contract/live';
import { onTick } from '../clock';
import { freshnessOf } from '../live/freshness';
import { useLiveStore } from '../live/live-context';
import type { LiveStore } from '../live/live-store';
import { ageOf } from '../live/live-view';
import { isPresumed, type Urgency } from '../ticket/ticket-state';
import { useSound } from './page-sound';
import type { Sound } from './sound';
import { SOUND_EVENTS, type SoundEvent } from './tones';

/**
 * Which changes play a sound on a screen (docs/screens.md). The same rules apply to both moments, so that a changed filter
 * causes no sound.
 */
export type SoundRules = {
  urgencyOf: (ticket: Ticket, now: number) => Urgency;
  /** Whether the screen shows the ticket. */
  isShown: (ticket: Ticket) => boolean;
  /** Whether the ticket belongs to the user of this screen. */
  isMine: (ticket: Ticket) => boolean;
  /** Events that play a sound; omitted for all. */
  events?: readonly SoundEvent[];
};

type Props = { rules: SoundRules; vibrates?: boolean; notify?: (tickets: readonly Ticket[]) => void };

/**
 * Plays sounds for the board of the surrounding `LiveProvider`. `vibrates`: the device vibrates for my tickets even if
 * sound is off. `notify` is called with them, and must stay the same function.
 */
export function BoardSounds({ rules, vibrates = false, notify }: Props) {
  const store = useLiveStore();
  const { sound, options } = useSound();
  const newest = useRef(rules);
  useEffect(() => {
    newest.current = rules;
  }, [rules]);
  const isWanted = options.sound === 'on' || vibrates;
  useEffect(() => {
    if (!isWanted) return;
    return playBoardSounds({
      store,
      sound,
      rules: () => newest.current,
      isOnline: () => navigator.onLine,
      vibrate,
      notify,
    });
  }, [store, sound, isWanted, notify]);
  return null;
}

/** Two long pulses, noticeable in a pocket and unlike a phone's own patterns. In ms, pulses and rests in turn. */
const PULSES = [220, 120, 220];

/** Vibrates the device for a ticket of its waiter. Returns whether the device did: many cannot vibrate, and none does before the page is touched. */
export function vibrate(): boolean {
  return typeof navigator.vibrate === 'function' && navigator.vibrate(PULSES);
}

/** A board at the time of a comparison. `now` is POS time, epoch ms. */
export type Moment = { tickets: ReadonlyMap<string, Ticket>; now: number };

type Deps = {
  store: Pick<LiveStore, 'view' | 'branchNow' | 'monotonicNow' | 'subscribe'>;
  sound: Pick<Sound, 'play' | 'insist' | 'withdraw' | 'repeat'>;
  /** Called for every comparison. */
  rules: () => SoundRules;
  isOnline: () => boolean;
  vibrate: () => void;
  /** Called with tickets that are ready for whoever carries the screen. */
  notify?: ((tickets: readonly Ticket[]) => void) | undefined;
};

const LINK = 'link';

/**
 * Plays sounds for the events on a board. It compares boards with every update and every second, since a card becomes
 * late without an update. While the board is not live only that is reported; changes that arrive with the reconnect
 * count as an outage. Returns the function that stops it.
 */
export function playBoardSounds({ store, sound, rules, isOnline, vibrate, notify }: Deps): () => void {
  let before: Moment | null = null;
  let isLost = false;
  /** Repeatable sounds by key. */
  const pressing = new Map<string, { event: SoundEvent; ticket: string }>();

  function playChanges(now: Moment): void {
    const current = rules();
    for (const { event, tickets } of soundsOf(before, now, current)) {
      sound.play(event);
      if (event === 'mine') {
        vibrate();
        notify?.(tickets.flatMap((id) => now.tickets.get(id) ?? []));
      }
      for (const ticket of tickets) {
        const key = `${event} ${ticket}`;
        pressing.set(key, { event, ticket });
        sound.insist(key, event);
      }
    }
    for (const [key, { event, ticket }] of pressing) {
      if (isPressing(event, now.tickets.get(ticket), now.now, current)) continue;
      pressing.delete(key);
      sound.withdraw(key);
    }
  }

  function look(): void {
    const view = store.view();
    const { board, link } = view;
    const age = ageOf(view, store.monotonicNow());
    const { level } = freshnessOf(age, link, isOnline());
    if (level === 'red' || level === 'refused') {
      // A page that never had data has lost nothing.
      if (isLost || before === null) return;
      isLost = true;
      sound.play('lost');
      sound.insist(LINK, 'lost');
      return;
    }
    const now = store.branchNow();
    if (level !== 'live' || board === null || now === null) return;
    isLost = false;
    sound.withdraw(LINK);
    const moment = { tickets: board.tickets, now };
    playChanges(moment);
    before = moment;
  }

  look();
  const stops = [
    store.subscribe(look),
    onTick(() => {
      look();
      sound.repeat();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    for (const key of [LINK, ...pressing.keys()]) sound.withdraw(key);
  };
}

/** An event and the tickets that caused it. */
type BoardEvent = { event: SoundEvent; tickets: string[] };

/** Comparisons are a second apart, so a longer pause means an outage or sleep. */
const OUTAGE_MS = 6_000;
/** After an outage new and slow cards are only shown; these events still deserve a sound, and only one of them. */
const AFTER_OUTAGE: readonly SoundEvent[] = ['mine', 'late', 'ready'];

/**
 * Returns the events between two moments of a board, most important first, each once. The first moment has none, an
 * outage has at most one, and moves, renames, claims, recalls and closes have none.
 */
export function soundsOf(before: Moment | null, after: Moment, rules: SoundRules): BoardEvent[] {
  if (before === null) return [];
  const events = new Map<SoundEvent, string[]>();
  for (const ticket of after.tickets.values()) {
    if (!rules.isShown(ticket)) continue;
    const event = eventOf(before.tickets.get(ticket.id), before.now, ticket, after.now, rules);
    if (event !== null && (rules.events?.includes(event) ?? true))
      events.set(event, [...(events.get(event) ?? []), ticket.id]);
  }
  const byWeight = [...events]
    .map(([event, tickets]) => ({ event, tickets }))
    .sort((a, b) => SOUND_EVENTS.indexOf(b.event) - SOUND_EVENTS.indexOf(a.event));
  const isAfterOutage = Math.abs(after.now - before.now) > OUTAGE_MS;
  if (!isAfterOutage) return byWeight;
  const first = AFTER_OUTAGE.flatMap((event) => byWeight.filter((each) => each.event === event))[0];
  return first ? [first] : [];
}

const ALARMS: Record<Urgency, 0 | 1 | 2 | 3> = {
  cooking: 0,
  ready: 0,
  warn: 1,
  'ready-warn': 1,
  late: 2,
  'ready-late': 2,
  'very-late': 3,
};

/** Whether the event of a ticket still needs an answer. */
export function isPressing(event: SoundEvent, ticket: Ticket | undefined, now: number, rules: SoundRules): boolean {
  if (!ticket || !rules.isShown(ticket)) return false;
  const phase = phaseOf(ticket);
  if (phase !== 'cooking' && phase !== 'ready') return false;
  switch (event) {
    case 'new':
      return phase === 'cooking';
    case 'warn':
      return ALARMS[rules.urgencyOf(ticket, now)] >= 1;
    case 'late':
      return ALARMS[rules.urgencyOf(ticket, now)] >= 2;
    case 'mine':
      return phase === 'ready' && rules.isMine(ticket);
    default:
      return phase === 'ready';
  }
}

/** A presumed ticket counts as closed: neither that nor its return plays a sound. */
type Phase = 'waiting' | 'cooking' | 'ready' | 'closed';

function phaseOf(ticket: Ticket): Phase {
  if (ticket.closedAt !== null || isPresumed(ticket)) return 'closed';
  if (ticket.readyAt !== null) return 'ready';
  return ticket.startedAt === null ? 'waiting' : 'cooking';
}

function eventOf(
  before: Ticket | undefined,
  beforeNow: number,
  ticket: Ticket,
  now: number,
  rules: SoundRules,
): SoundEvent | null {
  const was = before ? phaseOf(before) : 'waiting';
  const is = phaseOf(ticket);
  if (is === 'closed' || is === 'waiting') return null;
  if (before && was === is) {
    const [alarmBefore, alarm] = [ALARMS[rules.urgencyOf(before, beforeNow)], ALARMS[rules.urgencyOf(ticket, now)]];
    if (alarm <= alarmBefore) return null;
    return alarm === 1 ? 'warn' : 'late';
  }
  if (is === 'cooking') return was === 'waiting' ? 'new' : null;
  if (was === 'closed') return null;
  return rules.isMine(ticket) ? 'mine' : 'ready';
}
