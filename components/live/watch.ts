import { useEffect, useState, useSyncExternalStore } from 'react';
import { createListeners } from '../../lib/listeners';
import { listenTo } from '../browser';
import { onTick } from '../clock';

const PAUSE_MS = 2_000;

export type Watched<Answer> = {
  answer: Answer;
  /** Epoch ms by the server's clock. */
  now: number;
  /** Time since the last answer, in ms. */
  silentMs: number;
};

type WatchDeps<Answer> = {
  /** Fetches the server's data; null without an answer. Never rejects. */
  ask: () => Promise<Answer | null>;
  /** Time of an answer, in epoch ms by the server's clock. */
  timeOf: (answer: Answer) => number;
  /** Two clocks in ms: the wall clock may be set, and the monotonic one may stand still during sleep. */
  clocks: () => { wall: number; steady: number };
};

type Watch<Answer> = {
  /** Polls as long as there is a subscriber. Returns the function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
  current: () => Watched<Answer>;
  /** The server-rendered data, for hydration. */
  first: () => Watched<Answer>;
  /** Polls now, unless a request is under way. */
  askNow: () => void;
  /** Shows the answer of a command. A poll that was sent before may be older, so its answer is dropped. */
  take: (answer: Answer) => void;
};

/** The store of a page that polls: the last answer and its age. */
export function createWatch<Answer>(answered: Answer, { ask, timeOf, clocks }: WatchDeps<Answer>): Watch<Answer> {
  const first: Watched<Answer> = { answer: answered, now: timeOf(answered), silentMs: 0 };
  const listeners = createListeners();
  let answer = answered;
  let heardAt = clocks();
  let current = first;
  let isAsking = false;
  /** Number of answers of commands. */
  let taken = 0;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let stopTicking: (() => void) | undefined;

  function publish(): void {
    const { wall, steady } = clocks();
    // The greater one, so that neither a clock that was set back nor sleep makes an old answer look fresh.
    const silentMs = Math.max(0, wall - heardAt.wall, steady - heardAt.steady);
    current = { answer, now: timeOf(answer) + silentMs, silentMs };
    listeners.notify();
  }

  function keep(received: Answer): void {
    answer = received;
    heardAt = clocks();
  }

  async function poll(): Promise<void> {
    if (isAsking) return;
    clearTimeout(pause);
    isAsking = true;
    const before = taken;
    const received = await ask();
    isAsking = false;
    if (received && before === taken) keep(received);
    if (listeners.count() === 0) return;
    publish();
    pause = setTimeout(() => void poll(), PAUSE_MS);
  }

  return {
    subscribe(listener) {
      const unsubscribe = listeners.subscribe(listener);
      if (listeners.count() === 1) {
        stopTicking = onTick(publish);
        void poll();
      }
      return () => {
        unsubscribe();
        if (listeners.count() > 0) return;
        clearTimeout(pause);
        stopTicking?.();
      };
    },
    current: () => current,
    first: () => first,
    askNow: () => void poll(),
    take(received) {
      taken += 1;
      keep(received);
      publish();
    },
  };
}

/**
 * Keeps a page's server data fresh while the page is open. `first` is the data that it was rendered with; `take` shows
 * the answer of a command.
 */
export function useWatch<Answer>(
  first: Answer,
  asking: Omit<WatchDeps<Answer>, 'clocks'>,
): Watched<Answer> & Pick<Watch<Answer>, 'take'> {
  const [watch] = useState(() => createWatch(first, { ...asking, clocks }));
  useEffect(() => {
    // A tab that was hidden, or a device that slept, must not show old data when somebody looks at it again.
    const look = () => watch.askNow();
    const releases = [
      listenTo(document, ['visibilitychange'], look),
      listenTo(window, ['online', 'pageshow', 'focus'], look),
    ];
    return () => {
      for (const release of releases) release();
    };
  }, [watch]);
  return { ...useSyncExternalStore(watch.subscribe, watch.current, watch.first), take: watch.take };
}

function clocks(): { wall: number; steady: number } {
  return { wall: Date.now(), steady: performance.now() };
}
