export type Caller = {
  /** Calls these numbers, one after the other. */
  call: (numbers: readonly string[]) => void;
  close: () => void;
};

type Deps = {
  /** Plays the chime. Returns false if it cannot be heard: then the number is not spoken either. */
  chime: () => boolean;
  say: (number: string) => void;
  /** Runs a function after `ms`. Returns a function that cancels it. */
  after: (ms: number, then: () => void) => () => void;
};

/** Delay of the voice after the chime, in ms. */
export const SPEAKS_AFTER_MS = 1_000;
/** Time between two calls, in ms. */
export const CALL_MS = 3_600;
/** Longest queue: after about ten seconds guests have read the board. */
const MAX_WAITING = 3;

/** Calls numbers: a chime for each, then the number. If too many wait, only the newest are called. */
export function createCaller({ chime, say, after }: Deps): Caller {
  let waiting: string[] = [];
  let isCalling = false;
  const releases = new Map<string, () => void>();
  const later = (what: string, ms: number, then: () => void) => releases.set(what, after(ms, then));

  function callNext(): void {
    const [next, ...others] = waiting;
    isCalling = next !== undefined && chime();
    // Calls that cannot be heard now are dropped.
    waiting = isCalling ? others : [];
    if (next === undefined || !isCalling) return;
    later('say', SPEAKS_AFTER_MS, () => say(next));
    later('next', CALL_MS, callNext);
  }

  return {
    call(numbers) {
      waiting = [...waiting, ...numbers].slice(-MAX_WAITING);
      if (!isCalling) callNext();
    },
    close() {
      waiting = [];
      for (const release of releases.values()) release();
    },
  };
}
