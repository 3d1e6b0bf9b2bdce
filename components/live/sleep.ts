/** What a page knows of its own sleep. `lookedAt` is by the device's own clock, which goes on while the page does not. */
export type Watch = {
  lookedAt: number;
  /** The news that were the last ones when it fell asleep; undefined while nothing is known to be of before that. */
  staleNews: number | null | undefined;
};

/** A page looks every second while it is seen, and is woken by every message while it is not. */
const ASLEEP_MS = 30_000;

/**
 * The same after one more look at `deviceNow` (epoch ms by the device), when the last news were of `newsAt`. The page's
 * monotonic clock cannot tell: on many devices it stands still while they sleep, and an old board looks fresh by it.
 */
export function afterLook(before: Watch, deviceNow: number, newsAt: number | null): Watch {
  if (deviceNow - before.lookedAt > ASLEEP_MS) return { lookedAt: deviceNow, staleNews: newsAt };
  return { lookedAt: deviceNow, staleNews: newsAt === before.staleNews ? newsAt : undefined };
}

/** Whether news came since it last woke up. */
export function isAwake({ staleNews }: Watch): boolean {
  return staleNews === undefined;
}
