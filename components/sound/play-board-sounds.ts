import type { Ticket } from '../../contract/live';
import { onTick } from '../clock';
import { freshnessOf } from '../live/freshness';
import type { LiveStore } from '../live/live-store';
import { ageOf } from '../live/live-view';
import type { Sound } from './create-sound';
import type { SoundEvent } from './sound-options';
import { isPressing, type Moment, type SoundRules, soundsOf } from './sounds-of';

type Deps = {
  store: Pick<LiveStore, 'view' | 'branchNow' | 'monotonicNow' | 'subscribe'>;
  /** The page's sound; null while there is none. */
  sound: () => Pick<Sound, 'play' | 'insist' | 'withdraw' | 'repeat'> | null;
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
      sound()?.play(event);
      if (event === 'mine') {
        vibrate();
        notify?.(tickets.flatMap((id) => now.tickets.get(id) ?? []));
      }
      for (const ticket of tickets) {
        const key = `${event} ${ticket}`;
        pressing.set(key, { event, ticket });
        sound()?.insist(key, event);
      }
    }
    for (const [key, { event, ticket }] of pressing) {
      if (isPressing(event, now.tickets.get(ticket), now.now, current)) continue;
      pressing.delete(key);
      sound()?.withdraw(key);
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
      sound()?.play('lost');
      sound()?.insist(LINK, 'lost');
      return;
    }
    const now = store.branchNow();
    if (level !== 'live' || board === null || now === null) return;
    isLost = false;
    sound()?.withdraw(LINK);
    const moment = { tickets: board.tickets, now };
    playChanges(moment);
    before = moment;
  }

  look();
  const stops = [
    store.subscribe(look),
    onTick(() => {
      look();
      sound()?.repeat();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    for (const key of [LINK, ...pressing.keys()]) sound()?.withdraw(key);
  };
}
