import { percentile } from '../../lib/percentile';
import type { Verdict } from '../harness/report';

/** All latencies of a request, in ms. */
export type Times = { name: string; ms: number[] };

/** The results for one length of history. Latencies in ms. */
export type Measurements = {
  courses: number;
  databaseBytes: number;
  /** Queries to the reader, over all branches. */
  queries: Times[];
  /** Requests to the API. */
  requests: Times[];
  /** Pages of managers. */
  pages: Times[];
  /** The first summary after the start, which waits for the reading ahead. */
  firstReports: number[];
  /** p99 of acknowledgements without reports, and while reports run, for each round. */
  quiet: number[];
  busy: number[];
  /** Number of reports returned in the busy rounds. */
  reports: number;
  residentBytes: { started: number; readAhead: number; afterwards: number };
};

export type Figure = { name: string; p50: number; p95: number };

export function figureOf({ name, ms }: Times): Figure {
  return { name, p50: percentile(ms, 0.5), p95: percentile(ms, 0.95) };
}

const MAX_PAGE_MS = 300;
const MAX_ACKNOWLEDGEMENT_MS = 100;

export function verdictsOf(measurements: Measurements): Verdict[] {
  const figures = [...measurements.queries, ...measurements.requests, ...measurements.pages].map(figureOf);
  const [slowestFigure] = figures.toSorted((a, b) => b.p95 - a.p95);
  const busy = percentile(measurements.busy, 0.5);
  return [
    {
      promise: `every page and report under ${MAX_PAGE_MS} ms at the server, p95`,
      measured: slowestFigure
        ? `at most ${slowestFigure.p95.toFixed(0)} ms (${slowestFigure.name})`
        : 'nothing was measured',
      isMet: slowestFigure !== undefined && slowestFigure.p95 < MAX_PAGE_MS,
    },
    {
      promise: `acknowledgement p99 at most ${MAX_ACKNOWLEDGEMENT_MS} ms while reports run`,
      measured: `${busy.toFixed(1)} ms, and ${percentile(measurements.quiet, 0.5).toFixed(1)} ms without`,
      isMet: busy <= MAX_ACKNOWLEDGEMENT_MS,
    },
  ];
}
