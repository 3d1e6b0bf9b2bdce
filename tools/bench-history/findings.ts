import { percentile } from '../../lib/percentile';
import { machineText, megabytes, spreadOf, spreadText, table, type Verdict, verdictTable } from '../harness/report';

/** The courses that a report covers, and the time in ms in which it is promised. */
export const PERIODS = {
  month: { name: 'a month of one branch', withinMs: 150 },
  year: { name: 'a year of one branch', withinMs: 600 },
  everything: { name: 'all courses of all branches', withinMs: 6_000 },
} as const;
export type Period = keyof typeof PERIODS;

/** All latencies of a query in ms, and the number of courses that it covers. */
export type Times = { query: string; period: Period; courses: number; ms: number[] };

/** The results for one length of history. Latencies in ms. */
export type Measurements = {
  courses: number;
  databaseBytes: number;
  queries: Times[];
  /** p99 of acknowledgements without reports, and while reports run, for each round. */
  quiet: number[];
  busy: number[];
  /** Number of reports returned in the busy rounds. */
  reports: number;
  residentBytes: { started: number; afterwards: number };
};

const MAX_ACKNOWLEDGEMENT_MS = 100;

export function verdictsOf({ queries, quiet, busy }: Measurements): Verdict[] {
  const periods = Object.entries(PERIODS).map(([period, { name, withinMs }]): Verdict => {
    const medians = queries.filter((times) => times.period === period).map(({ ms }) => percentile(ms, 0.5));
    const slowest = Math.max(...medians, Number.NEGATIVE_INFINITY);
    return {
      promise: `every report of ${name} within ${withinMs} ms`,
      measured: medians.length === 0 ? 'nothing was measured' : `${slowest.toFixed(0)} ms`,
      isMet: medians.length > 0 && slowest <= withinMs,
    };
  });
  const whileBusy = percentile(busy, 0.5);
  return [
    ...periods,
    {
      promise: `acknowledgement p99 at most ${MAX_ACKNOWLEDGEMENT_MS} ms while reports run`,
      measured: `${whileBusy.toFixed(1)} ms, and ${percentile(quiet, 0.5).toFixed(1)} ms without`,
      isMet: whileBusy <= MAX_ACKNOWLEDGEMENT_MS,
    },
  ];
}

export type Report = { isQuick: boolean; measurements: Measurements };

/** The figures as Markdown. */
export function reportText({ isQuick, measurements }: Report): string {
  const { courses, queries, quiet, busy, reports, residentBytes, databaseBytes } = measurements;
  const rounds = (ms: number[]) => spreadText(spreadOf(ms), 1, ' ms');
  const rows = [
    ...queries.map(({ query, period, courses: of, ms }) => [
      `${query}, ${PERIODS[period].name} (${of.toLocaleString('en')} courses)`,
      `${percentile(ms, 0.5).toFixed(1)} / ${percentile(ms, 0.95).toFixed(1)} ms`,
    ]),
    ['acknowledgement p99, quiet', rounds(quiet)],
    ['acknowledgement p99, while reports run', rounds(busy)],
    ['reports returned meanwhile', String(reports)],
    ['memory after the start', megabytes(residentBytes.started)],
    ['memory after the run', megabytes(residentBytes.afterwards)],
    ['database', megabytes(databaseBytes)],
  ];
  return `
**Reports on ${courses.toLocaleString('en')} stored courses**: p50 / p95 of queries, one at a time, and medians of rounds with minimum and maximum.
${machineText(isQuick)}.

${table(['', ''], rows)}

${verdictTable(verdictsOf(measurements))}
`;
}
