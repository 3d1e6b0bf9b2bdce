import type { Sample } from './run';

/** A figure at an instant, in simulated hours. */
type Point = { hour: number; value: number };

/** A figure after the warm-up, in MB (2^20 bytes), and its growth per simulated hour. */
export type Finding = { name: string; first: number; last: number; max: number; slope: number };

/** Of resident memory, which varies by tens of MB, and of heaps, which show a leak sooner. */
const MAX_MB_PER_HOUR = 1;

type Figure = { name: string; of: (sample: Sample) => number | null };

const SERVER: readonly Figure[] = [
  { name: 'server, resident', of: ({ residentMb }) => residentMb },
  { name: 'server, heap after a full collection', of: ({ heapMb }) => heapMb },
];

/** The trend of every figure after the warm-up, in simulated hours. Figures without samples are omitted. */
export function findingsOf(samples: readonly Sample[], warmUpHours: number): Finding[] {
  const warm = samples.filter(({ hour }) => hour >= warmUpHours);
  const walls = (warm[0]?.walls ?? []).map(
    (_, index): Figure => ({
      name: `wall ${index + 1}, heap after a collection`,
      of: ({ walls: heaps }) => heaps[index] ?? Number.NaN,
    }),
  );
  return [...SERVER, ...walls].flatMap(({ name, of }) => {
    const points = warm.flatMap((sample) => {
      const value = of(sample);
      return value === null ? [] : [{ hour: sample.hour, value }];
    });
    if (points.length === 0 && warm.length > 0) return [];
    const values = points.map(({ value }) => value);
    const [first, last] = [values[0] ?? Number.NaN, values.at(-1) ?? Number.NaN];
    return [{ name, first, last, max: Math.max(...values), slope: slopeOf(points) }];
  });
}

/** Figures that grow too fast, as text. An unknown slope counts as too fast. */
export function violationsOf(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ name, slope }) =>
    slope <= MAX_MB_PER_HOUR
      ? []
      : [`${name} grows by ${slope.toFixed(2)} MB per simulated hour; the limit is ${MAX_MB_PER_HOUR}`],
  );
}

/** Growth of a figure per hour, by least squares; NaN with fewer than two instants. */
export function slopeOf(points: readonly Point[]): number {
  const meanHour = meanOf(points.map(({ hour }) => hour));
  const meanValue = meanOf(points.map(({ value }) => value));
  let covariance = 0;
  let variance = 0;
  for (const { hour, value } of points) {
    covariance += (hour - meanHour) * (value - meanValue);
    variance += (hour - meanHour) ** 2;
  }
  return variance === 0 ? Number.NaN : covariance / variance;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
