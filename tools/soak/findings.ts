import type { Sample } from './sample';
import { slopeOf } from './slope';

/** A figure over the time after the warm-up. */
export type Finding = {
  name: string;
  unit: string;
  first: number;
  last: number;
  most: number;
  /** Growth per simulated hour. */
  slope: number;
  /** Limit of the growth; null without a promise. */
  allowed: number | null;
};

/**
 * Memory is flat over a day. Resident memory varies by tens of MB as V8 allocates and releases; the heap shows a leak
 * sooner.
 */
const MB_AN_HOUR = 1;

type Figure = Pick<Finding, 'name' | 'unit' | 'allowed'> & { of: (sample: Sample) => number | null };

const SERVER: readonly Figure[] = [
  { name: 'server, resident', unit: 'MB', allowed: MB_AN_HOUR, of: ({ residentMb }) => residentMb },
  { name: 'server, heap after a whole collection', unit: 'MB', allowed: MB_AN_HOUR, of: ({ heapMb }) => heapMb },
  { name: 'event loop late, median', unit: 'ms', allowed: null, of: ({ loop }) => loop.p50 },
  { name: 'event loop late, p99', unit: 'ms', allowed: null, of: ({ loop }) => loop.p99 },
  { name: 'event loop late, longest', unit: 'ms', allowed: null, of: ({ loop }) => loop.max },
];

function figuresOfWall(index: number): Figure[] {
  const wall = `wall ${index + 1}`;
  const figure = (
    name: string,
    unit: string,
    allowed: number | null,
    of: 'heapMb' | 'nodes' | 'listeners' | 'cards',
  ) => ({
    ...{ name: `${wall}, ${name}`, unit, allowed },
    of: ({ walls }: Sample) => walls[index]?.[of] ?? Number.NaN,
  });
  return [
    figure('heap after a collection', 'MB', MB_AN_HOUR, 'heapMb'),
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
    return [{ ...figure, first, last, most: Math.max(...values), slope: slopeOf(points) }];
  });
}

/** Broken promises as texts. An unknown slope counts as broken. */
export function brokenBy(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ name, unit, slope, allowed }) =>
    allowed === null || slope <= allowed
      ? []
      : [`${name} grows by ${slope.toFixed(2)} ${unit} in a simulated hour, not by ${allowed} at most`],
  );
}
