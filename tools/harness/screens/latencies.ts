import { percentile } from '../../../lib/percentile';

/** When a screen received a message, and the steps that it showed. */
export type Received = { at: number; steps: readonly string[] };

/** How long after its POST began a step was on the screens, in ms over all steps and screens. */
export type Latencies = { p50: number; p99: number; seen: number; missed: number };

/**
 * The time from the beginning of each step's POST to the first message that shows it, on every screen. All instants on
 * one clock, in ms. `missed` counts the steps that a screen never showed, once for each screen.
 */
export function latenciesOf(began: ReadonlyMap<string, number>, screens: readonly (readonly Received[])[]): Latencies {
  const times = screens.flatMap((received) => {
    const first = new Map<string, number>();
    for (const { at, steps } of received)
      for (const step of steps) if (!first.has(step) && began.has(step)) first.set(step, at);
    return [...first].map(([step, at]) => at - (began.get(step) ?? Number.NaN));
  });
  const missed = began.size * screens.length - times.length;
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), seen: times.length, missed };
}
