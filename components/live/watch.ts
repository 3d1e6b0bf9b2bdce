import { onTick } from '../clock';

export type Watched<Answer> = {
  answer: Answer;
  /** Epoch ms by the server's clock. */
  now: number;
  /** Since the last answer. */
  silentMs: number;
};

export type WatchDeps<Answer> = {
  /** The server's answer; null when there was none. Never rejects. */
  ask: () => Promise<Answer | null>;
  /** When an answer was given, epoch ms by the server's clock. */
  timeOf: (answer: Answer) => number;
  /** Two clocks in ms: the wall's may be set, the steady one may stand still while the device sleeps. */
  clocks: () => { wall: number; steady: number };
};

export type Watch<Answer> = {
  /** Asks as long as somebody listens. Returns the release. */
  subscribe: (listener: () => void) => () => void;
  current: () => Watched<Answer>;
  /** What the server rendered, for the first pass in the browser. */
  first: () => Watched<Answer>;
  /** Asks now, unless it is already asking. */
  askNow: () => void;
};

const PAUSE_MS = 2_000;

/** The live store of a page that asks again and again: the last answer, and how old it is. */
export function createWatch<Answer>(answered: Answer, { ask, timeOf, clocks }: WatchDeps<Answer>): Watch<Answer> {
  const first: Watched<Answer> = { answer: answered, now: timeOf(answered), silentMs: 0 };
  const listeners = new Set<() => void>();
  let answer = answered;
  let heardAt = clocks();
  let current = first;
  let isAsking = false;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let stopTicking: (() => void) | undefined;

  function publish(): void {
    const { wall, steady } = clocks();
    // The greater of the two: neither a clock that was set back nor a sleep may make an old answer look fresh.
    const silentMs = Math.max(0, wall - heardAt.wall, steady - heardAt.steady);
    current = { answer, now: timeOf(answer) + silentMs, silentMs };
    for (const listener of listeners) listener();
  }

  async function poll(): Promise<void> {
    if (isAsking) return;
    clearTimeout(pause);
    isAsking = true;
    const heard = await ask();
    isAsking = false;
    if (heard) {
      answer = heard;
      heardAt = clocks();
    }
    if (listeners.size === 0) return;
    publish();
    pause = setTimeout(() => void poll(), PAUSE_MS);
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) {
        stopTicking = onTick(publish);
        void poll();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearTimeout(pause);
        stopTicking?.();
      };
    },
    current: () => current,
    first: () => first,
    askNow: () => void poll(),
  };
}
