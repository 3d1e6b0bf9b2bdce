import { percentile } from '../../lib/percentile';
import type { Verdict } from '../harness/report';

/** All times of one measurement, in ms. */
export type Times = { name: string; ms: number[] };

/** The results for one length of history. Times in ms. */
export type Found = {
  courses: number;
  databaseBytes: number;
  /** Queries to the reader, over all branches. */
  queried: Times[];
  /** Requests over HTTP to the server of `npm start`. */
  answered: Times[];
  /** Pages as Next renders them for a manager. */
  opened: Times[];
  /** The first summary after the start, before everything was read ahead. */
  firstAnswers: number[];
  /** Acknowledgements without reports, and while they run; a p99 for each round. */
  quiet: number[];
  busy: number[];
  /** Reports that were answered meanwhile. */
  reports: number;
  residentBytes: { started: number; readAhead: number; afterwards: number };
};

export type Figure = { name: string; p50: number; p95: number };

export function figureOf({ name, ms }: Times): Figure {
  return { name, p50: percentile(ms, 0.5), p95: percentile(ms, 0.95) };
}

const PAGE_MS = 300;
const ACKNOWLEDGED_MS = 100;

export function verdictsOf(found: Found): Verdict[] {
  const figures = [...found.queried, ...found.answered, ...found.opened].map(figureOf);
  const [slowest] = figures.toSorted((a, b) => b.p95 - a.p95);
  const busy = percentile(found.busy, 0.5);
  return [
    {
      promise: `every page and report under ${PAGE_MS} ms at the server, p95`,
      measured: slowest ? `at most ${slowest.p95.toFixed(0)} ms (${slowest.name})` : 'nothing was asked',
      isMet: slowest !== undefined && slowest.p95 < PAGE_MS,
    },
    {
      promise: `acknowledgement p99 at most ${ACKNOWLEDGED_MS} ms while reports run`,
      measured: `${busy.toFixed(1)} ms, and ${percentile(found.quiet, 0.5).toFixed(1)} ms without`,
      isMet: busy <= ACKNOWLEDGED_MS,
    },
  ];
}
