/** The next number of a repeatable sequence, from 0 up to but without 1. */
export type Random = () => number;

/**
 * A repeatable sequence of numbers: the same seed gives the same sequence on every machine.
 * It is mulberry32, which suits simulations, but not secrets.
 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from `least` to `most`, both included. */
export function between(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

/** Any one of the items. Throws a RangeError when there are none. */
export function pick<T>(random: Random, items: readonly T[]): T {
  if (items.length === 0) throw new RangeError('there is nothing to pick from');
  return items[Math.floor(random() * items.length)] as T;
}

/** The items in another order, each once. The given list stays as it is. */
export function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const rest = [...items];
  const drawn: T[] = [];
  while (rest.length > 0) {
    const at = Math.floor(random() * rest.length);
    drawn.push(rest[at] as T);
    // The last item fills the gap, so that removing one takes constant time.
    rest[at] = rest[rest.length - 1] as T;
    rest.pop();
  }
  return drawn;
}

/** The positions, below `count`, of a share (0 to 1) of that many things; rounded, so the share is met exactly. */
export function chosenShare(random: Random, count: number, share: number): Set<number> {
  const positions = Array.from({ length: count }, (_, position) => position);
  return new Set(shuffled(random, positions).slice(0, Math.round(count * share)));
}
