import { percentile } from '../../../lib/percentile';

/** When a screen received a message, and the steps that the message shows. */
export type Received = { at: number; steps: readonly string[] };

/** When the POSTs of a branch started, by the key of the step, and what each of its screens received. */
export type BranchSteps = { startTimes: ReadonlyMap<string, number>; screens: readonly (readonly Received[])[] };

/** Percentiles over all steps and screens, in ms, and the number of steps seen and missed. */
export type Latencies = { p50: number; p99: number; seen: number; missed: number };

/**
 * The time from the start of each step's POST to the first message that shows it, on every screen of its branch. All
 * instants are ms of one clock. A step that two screens never showed counts as missed twice.
 */
export function latenciesOf(branches: readonly BranchSteps[]): Latencies {
  const times = branches.flatMap(({ startTimes, screens }) =>
    screens.flatMap((received) => timesOnScreen(startTimes, received)),
  );
  const expected = branches.reduce((sum, { startTimes, screens }) => sum + startTimes.size * screens.length, 0);
  const missed = expected - times.length;
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), seen: times.length, missed };
}

function timesOnScreen(startTimes: BranchSteps['startTimes'], received: readonly Received[]): number[] {
  const first = new Map<string, number>();
  for (const { at, steps } of received)
    for (const step of steps) if (!first.has(step) && startTimes.has(step)) first.set(step, at);
  return [...first].map(([step, at]) => at - (startTimes.get(step) ?? Number.NaN));
}
