export type Caller = {
  /** Calls these numbers, one after the other. */
  call: (numbers: readonly number[]) => void;
  close: () => void;
};

type Deps = {
  /** False where nothing is heard: then the number is not said either. */
  chime: () => boolean;
  say: (number: number) => void;
  /** Does it after so many ms. Returns the release. */
  after: (ms: number, then: () => void) => () => void;
};

/** A voice speaks when the chime has died away. */
export const SPEAKS_AFTER_MS = 1_000;
/** From one call to the next. */
export const CALL_MS = 3_600;
/** What is not said in about ten seconds is read sooner. */
const MOST_WAITING = 3;

/** Calls numbers out at a counter: a chime for each, then its number. Of too many that wait the newest are called. */
export function createCaller({ chime, say, after }: Deps): Caller {
  let waiting: number[] = [];
  let isCalling = false;
  const releases = new Map<string, () => void>();
  const later = (what: string, ms: number, then: () => void) => releases.set(what, after(ms, then));

  function callNext(): void {
    const [next, ...others] = waiting;
    isCalling = next !== undefined && chime();
    // What cannot be heard now is not heard later.
    waiting = isCalling ? others : [];
    if (next === undefined || !isCalling) return;
    later('say', SPEAKS_AFTER_MS, () => say(next));
    later('next', CALL_MS, callNext);
  }

  return {
    call(numbers) {
      waiting = [...waiting, ...numbers].slice(-MOST_WAITING);
      if (!isCalling) callNext();
    },
    close() {
      waiting = [];
      for (const release of releases.values()) release();
    },
  };
}
