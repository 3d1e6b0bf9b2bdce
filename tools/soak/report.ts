import { machineText, table } from '../harness/report';
import type { Finding } from './findings';
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

/** The figures as Markdown. */
export function reportText({ seed, hours, speed, warmUpHours, posted, taps, samples, findings }: Report): string {
  return `
Seed ${seed}: ${hours} hours of two branches at ${speed} times real time; ${posted} deliveries, ${taps} taps, ${samples.length} samples. ${machineText()}.

${table(['simulated hour', ...columnsOf(samples).map(({ title }) => title)], shownSamples(samples).map(momentRow))}

After ${Number(warmUpHours.toFixed(2))} simulated hours of warm-up:

${table(['', 'first', 'last', 'max', 'per simulated hour', 'limit'], findings.map(findingRow))}
`;
}

type Column = { title: string; of: (sample: Sample) => string };

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
