import { between, pick, type Random, shuffled } from './random';

/** A delivery that was posted at an instant (epoch ms). */
export type Posted = { path: string; body: string; at: number };

/** Shares of late and repeated deliveries (0 to 1), and in how many groups a moment's deliveries arrive. */
export type ArrivalOptions = { late: number; repeated: number; waves: number };

/**
 * Assigns deliveries to the moments (epoch ms, ascending) at which a receiver gets them: each at the first moment after
 * it was posted, or late at any later one, and some twice. Deliveries posted after the last moment are omitted.
 * @returns for each moment its waves, each in random order
 */
export function planArrivals<Delivery extends Posted>(
  deliveries: readonly Delivery[],
  moments: readonly number[],
  { late, repeated, waves }: ArrivalOptions,
  random: Random,
): Delivery[][][] {
  const arrivals = moments.map(() => Array.from({ length: waves }, (): Delivery[] => []));
  for (const delivery of shuffled(random, deliveries)) {
    const first = moments.findIndex((moment) => delivery.at <= moment);
    const arrive = (isLate: boolean) => {
      const moment = arrivals[isLate ? between(random, first, moments.length - 1) : first];
      if (moment) pick(random, moment).push(delivery);
    };
    if (first === -1) continue;
    arrive(random() < late);
    if (random() < repeated) arrive(true);
  }
  return arrivals.map((moment) => moment.map((wave) => shuffled(random, wave)));
}
