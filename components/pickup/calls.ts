import { type DeviceStorage, parseStored } from '../device-storage';
import type { ReadyNumber } from './pickup-numbers';

/** The most calls to remember, beyond those that are on the board. */
const MAX_REMEMBERED = 300;

/** When each called order became ready (epoch ms, POS time), by the order's key. */
export type Called = ReadonlyMap<string, number>;

/** The most calls at once: by the time of further ones, guests have read the board. */
const MAX_AT_ONCE = 3;

/**
 * Returns the numbers to call now, in the order in which they became ready, and everything that has been called after
 * that. An order is called again only if it became ready again. The first look of a page calls only what became ready
 * while it was reloaded: other orders were called before. Of many at once, only the newest are called.
 */
export function callsOf(
  called: Called,
  ready: readonly ReadyNumber[],
  isFirstLook: boolean,
): { calls: ReadyNumber[]; called: Called } {
  const uncalled = ready.filter(({ order, since }) => since > (called.get(order) ?? Number.NEGATIVE_INFINITY));
  if (uncalled.length === 0) return { calls: [], called };
  const inTime = uncalled.toSorted((a, b) => a.since - b.since || a.number - b.number);
  const after = new Map(called);
  for (const { order, since } of inTime) {
    after.delete(order); // what was called last stands last
    after.set(order, since);
  }
  const onBoard = new Set(ready.map(({ order }) => order));
  for (const order of after.keys()) {
    if (after.size <= MAX_REMEMBERED) break;
    if (!onBoard.has(order)) after.delete(order);
  }
  const wasReloaded = called.size > 0;
  const due = isFirstLook ? inTime.filter(({ isFresh }) => wasReloaded && isFresh) : inTime;
  return { calls: due.slice(-MAX_AT_ONCE), called: after };
}

const NAME = 'heatlamp-called';

/** The called numbers that were kept before the page was reloaded. */
export function readCalled(storage: DeviceStorage): Called {
  const kept = parseStored(storage.get(NAME));
  return new Map(Array.isArray(kept) ? kept.filter(isCall) : []);
}

/** Without storage, a reloaded page may call again what leaves the board and comes back as it was. */
export function keepCalled(storage: DeviceStorage, called: Called): void {
  storage.set(NAME, JSON.stringify([...called]));
}

function isCall(kept: unknown): kept is [order: string, since: number] {
  return Array.isArray(kept) && kept.length === 2 && typeof kept[0] === 'string' && Number.isFinite(kept[1]);
}

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
