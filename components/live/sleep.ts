/**
 * What a page knows about its own sleep. `lookedAt` is on the device's wall clock, which runs while the page does not.
 */
export type Watch = {
  lookedAt: number;
  /** The last update before the page fell asleep; undefined if it has not slept. */
  staleNews: number | null | undefined;
};

/** A visible page checks every second, and a hidden one with every message, so a longer pause means sleep. */
const ASLEEP_MS = 30_000;
/**
 * A shorter sleep hides too little of a board's age to matter. A wall clock that is set forward by as much does not make
 * a board of the last two seconds look old (`AMBER_MS`).
 */
const MIN_MISSED_MS = 3_000;

/**
 * State after a check at `deviceNow` (epoch ms of the device), when the last update was of `newsAt`. The monotonic
 * clock cannot be used: on many devices it stands still during sleep, and an old board looks fresh by it.
 */
export function afterLook(before: Watch, deviceNow: number, newsAt: number | null): Watch {
  if (deviceNow - before.lookedAt > ASLEEP_MS) return { lookedAt: deviceNow, staleNews: newsAt };
  return { lookedAt: deviceNow, staleNews: newsAt === before.staleNews ? newsAt : undefined };
}

/**
 * A monotonic clock in ms that also counts the time for which the device slept, while `performance.now()` stands still
 * on many devices: without it, an old board would look fresh after the device wakes up. A device's wall clock that is set
 * forward by more looks like sleep: the board then counts as older until the next update.
 */
export function createAgeClock(deviceNow = () => Date.now(), monotonicNow = () => performance.now()): () => number {
  let [wall, steady, sleptMs] = [deviceNow(), monotonicNow(), 0];
  return () => {
    const [before, started] = [wall, steady];
    [wall, steady] = [deviceNow(), monotonicNow()];
    const missedMs = wall - before - (steady - started);
    if (missedMs >= MIN_MISSED_MS) sleptMs += missedMs;
    return steady + sleptMs;
  };
}

/** Whether an update arrived since the page last woke up. */
export function isAwake({ staleNews }: Watch): boolean {
  return staleNews === undefined;
}
