import { machineText, table } from '../harness/report';
import type { SoakResult } from './run';
import type { Sample } from './sample';

export type Report = SoakResult & {
  seed: number;
  hours: number;
  speed: number;
  warmUpHours: number;
  findings: Finding[];
};

/** Number of samples that are printed; the file has all of them. */
const MOMENTS = 13;

type Column = { title: string; of: (sample: Sample) => string };

/** A figure at an instant, in simulated hours. */
type Point = { hour: number; value: number };

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

/** The figures as Markdown. */
export function reportText({ seed, hours, speed, warmUpHours, posted, taps, samples, findings }: Report): string {
  return `
Seed ${seed}: ${hours} hours of two branches at ${speed} times real time; ${posted} deliveries, ${taps} taps, ${samples.length} samples. ${machineText()}.

${table(['simulated hour', ...columnsOf(samples).map(({ title }) => title)], shownSamples(samples).map(momentRow))}

After ${Number(warmUpHours.toFixed(2))} simulated hours of warm-up:

${table(['', 'first', 'last', 'max', 'per simulated hour', 'limit'], findings.map(findingRow))}
`;
}

function columnsOf(samples: readonly Sample[]): Column[] {
  const walls = samples[0]?.walls ?? [];
  return [
    { title: 'resident MB', of: ({ residentMb }) => residentMb.toFixed(1) },
    { title: 'heap MB', of: ({ heapMb }) => heapMb?.toFixed(1) ?? '–' },
    { title: 'loop p99 ms', of: ({ loop }) => loop.p99.toFixed(1) },
    ...walls.map((_, index) => ({
      title: `wall ${index + 1}: MB, nodes, listeners`,
      of: ({ walls: [...at] }: Sample) => {
        const { heapMb = 0, nodes = 0, listeners = 0 } = at[index] ?? {};
        return `${heapMb.toFixed(2)}, ${nodes}, ${listeners}`;
      },
    })),
  ];
}

function shownSamples(samples: readonly Sample[]): Sample[] {
  const every = Math.max(1, (samples.length - 1) / (MOMENTS - 1));
  const count = Math.min(MOMENTS, samples.length);
  return Array.from({ length: count }, (_, index) => samples[Math.round(index * every)]).flatMap((each) => each ?? []);
}

function momentRow(sample: Sample): string[] {
  return [sample.hour.toFixed(1), ...columnsOf([sample]).map(({ of }) => of(sample))];
}

function findingRow({ name, unit, first, last, max, slope, limit }: Finding): string[] {
  const figures = [first, last, max].map((value) => `${value.toFixed(unit === 'MB' ? 2 : 1)} ${unit}`.trim());
  const bound = limit === null ? '' : `≤ ${limit} ${unit}`;
  return [name, ...figures, `${slope >= 0 ? '+' : ''}${slope.toFixed(3)} ${unit}`.trim(), bound];
}
