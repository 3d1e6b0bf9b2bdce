import type { Sample } from './sample';
import { slopeOf } from './slope';

/** A figure over the time after the warm-up. */
export type Finding = {
  name: string;
  unit: string;
  first: number;
  last: number;
  max: number;
  /** Growth per simulated hour. */
  slope: number;
  /** Maximum growth; null without a limit. */
  limit: number | null;
};

/** Limit for resident memory, which varies by tens of MB, and for the heap, which shows a leak sooner. */
const MAX_MB_PER_HOUR = 1;

type Figure = Pick<Finding, 'name' | 'unit' | 'limit'> & { of: (sample: Sample) => number | null };

const SERVER: readonly Figure[] = [
  { name: 'server, resident', unit: 'MB', limit: MAX_MB_PER_HOUR, of: ({ residentMb }) => residentMb },
  { name: 'server, heap after a full collection', unit: 'MB', limit: MAX_MB_PER_HOUR, of: ({ heapMb }) => heapMb },
  { name: 'event-loop delay, p50', unit: 'ms', limit: null, of: ({ loop }) => loop.p50 },
  { name: 'event-loop delay, p99', unit: 'ms', limit: null, of: ({ loop }) => loop.p99 },
  { name: 'event-loop delay, max', unit: 'ms', limit: null, of: ({ loop }) => loop.max },
];

function figuresOfWall(index: number): Figure[] {
  const wall = `wall ${index + 1}`;
  const figure = (
    name: string,
    unit: string,
    limit: number | null,
    of: 'heapMb' | 'nodes' | 'listeners' | 'cards',
  ) => ({
    ...{ name: `${wall}, ${name}`, unit, limit },
    of: ({ walls }: Sample) => walls[index]?.[of] ?? Number.NaN,
  });
  return [
    figure('heap after a collection', 'MB', MAX_MB_PER_HOUR, 'heapMb'),
    figure('DOM nodes', '', null, 'nodes'),
    figure('listeners', '', null, 'listeners'),
    figure('cards', '', null, 'cards'),
  ];
}

/** The trend of every figure after the warm-up, in simulated hours. Figures without samples are omitted. */
export function findingsOf(samples: readonly Sample[], warmUpHours: number): Finding[] {
  const warm = samples.filter(({ hour }) => hour >= warmUpHours);
  const walls = warm[0]?.walls ?? [];
  return [...SERVER, ...walls.flatMap((_, index) => figuresOfWall(index))].flatMap(({ of, ...figure }) => {
    const points = warm.flatMap((sample) => {
      const value = of(sample);
      return value === null ? [] : [{ hour: sample.hour, value }];
    });
    if (points.length === 0 && warm.length > 0) return [];
    const values = points.map(({ value }) => value);
    const [first, last] = [values[0] ?? Number.NaN, values.at(-1) ?? Number.NaN];
    return [{ ...figure, first, last, max: Math.max(...values), slope: slopeOf(points) }];
  });
}

/** Figures that grow too fast, as text. An unknown slope counts as too fast. */
export function violationsOf(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ name, unit, slope, limit }) =>
    limit === null || slope <= limit
      ? []
      : [`${name} grows by ${slope.toFixed(2)} ${unit} per simulated hour; the limit is ${limit}`],
  );
}
