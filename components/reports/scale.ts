const HOUR_SECONDS = 3600;

/** Ticks of a scale in seconds at round times, from 0 to at least `most`, with at most `steps` steps of ten days or less. */
export function scaleOf(most: number, steps: number): number[] {
  const step = STEPS.find((each) => most / each <= steps) ?? STEPS.at(-1) ?? HOUR_SECONDS;
  const count = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

const STEPS = [
  10,
  30,
  60,
  120,
  300,
  600,
  900,
  1800,
  HOUR_SECONDS,
  2 * HOUR_SECONDS,
  4 * HOUR_SECONDS,
  12 * HOUR_SECONDS,
  24 * HOUR_SECONDS,
  240 * HOUR_SECONDS,
];
