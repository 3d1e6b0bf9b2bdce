import { machineText, megabytes, spreadText, table, verdictTable } from '../harness/report';
import { spreadOf } from '../harness/spread';
import { figureOf, type Measurements, type Times, verdictsOf } from './findings';

export type Report = { isQuick: boolean; measurements: Measurements[] };

/** The figures as Markdown, with a column for each number of stored courses. */
export function reportText({ isQuick, measurements }: Report): string {
  const row = (name: string, of: (measured: Measurements) => string) => [name, ...measurements.map(of)];
  const rounds = (name: string, of: (measured: Measurements) => number[]) =>
    row(name, (measured) => spreadText(spreadOf(of(measured)), 1, ' ms'));
  const rows = [
    ['**queries of the reader, all branches**'],
    ...timesRows(measurements, ({ queries }) => queries),
    ['**over HTTP**'],
    ...timesRows(measurements, ({ requests }) => requests),
    ['**pages, for a manager**'],
    ...timesRows(measurements, ({ pages }) => pages),
    rounds('first summary, right after the start', ({ firstReports }) => firstReports),
    rounds('acknowledgement p99, quiet', ({ quiet }) => quiet),
    rounds('acknowledgement p99, while reports run', ({ busy }) => busy),
    row('reports returned meanwhile', ({ reports }) => String(reports)),
    row('memory after the start', ({ residentBytes }) => megabytes(residentBytes.started)),
    row('memory, everything read ahead', ({ residentBytes }) => megabytes(residentBytes.readAhead)),
    row('memory after the run', ({ residentBytes }) => megabytes(residentBytes.afterwards)),
    row('database', ({ databaseBytes }) => megabytes(databaseBytes)),
  ];
  const longest = measurements.at(-1);
  return `
**Reports on a short and a long history**, by number of stored courses; p50 / p95 of requests with different filters, one at a time, and medians of rounds with minimum and maximum.
${machineText(isQuick)}.

${table(['', ...measurements.map(({ courses }) => courses.toLocaleString('en'))], rows)}

At ${longest?.courses.toLocaleString('en') ?? 0} courses:

${verdictTable(longest ? verdictsOf(longest) : [])}
`;
}

function timesRows(measurements: readonly Measurements[], timesOf: (measured: Measurements) => Times[]): string[][] {
  const [first] = measurements;
  return (first ? timesOf(first) : []).map(({ name }) => [
    name,
    ...measurements.map((measured) => {
      const { p50, p95 } = figureOf(timesOf(measured).find((times) => times.name === name) ?? { name, ms: [] });
      return `${p50.toFixed(1)} / ${p95.toFixed(1)} ms`;
    }),
  ]);
}
