import { machineText, megabytes, spreadText, table, verdictTable } from '../harness/report';
import { spreadOf } from '../harness/spread';
import { type Found, figureOf, type Times, verdictsOf } from './findings';

export type Report = { isQuick: boolean; found: Found[] };

/** The figures as Markdown, stored courses across. */
export function reportText({ isQuick, found }: Report): string {
  const row = (name: string, of: (one: Found) => string) => [name, ...found.map(of)];
  const rounds = (name: string, of: (one: Found) => number[]) =>
    row(name, (one) => spreadText(spreadOf(of(one)), 1, ' ms'));
  const rows = [
    ['**of the reader, all branches**'],
    ...timesRows(found, ({ queried }) => queried),
    ['**over HTTP**'],
    ...timesRows(found, ({ answered }) => answered),
    ['**pages, for a manager**'],
    ...timesRows(found, ({ opened }) => opened),
    rounds('first summary, right after the start', ({ firstAnswers }) => firstAnswers),
    rounds('acknowledgement p99, quiet', ({ quiet }) => quiet),
    rounds('acknowledgement p99, while reports run', ({ busy }) => busy),
    row('reports answered meanwhile', ({ reports }) => String(reports)),
    row('memory after the start', ({ residentBytes }) => megabytes(residentBytes.started)),
    row('memory, everything read ahead', ({ residentBytes }) => megabytes(residentBytes.readAhead)),
    row('memory after the run', ({ residentBytes }) => megabytes(residentBytes.afterwards)),
    row('database', ({ databaseBytes }) => megabytes(databaseBytes)),
  ];
  const longest = found.at(-1);
  return `
**Reports on a short and a long history**, stored courses across; p50 / p95 of questions that are each another one, one at a time, and medians of rounds with the least and the most.
${machineText(isQuick)}.

${table(['', ...found.map(({ courses }) => courses.toLocaleString('en'))], rows)}

At ${longest?.courses.toLocaleString('en') ?? 0} courses:

${verdictTable(longest ? verdictsOf(longest) : [])}
`;
}

function timesRows(found: readonly Found[], timesOf: (one: Found) => Times[]): string[][] {
  const [first] = found;
  return (first ? timesOf(first) : []).map(({ name }) => [
    name,
    ...found.map((one) => {
      const { p50, p95 } = figureOf(timesOf(one).find((times) => times.name === name) ?? { name, ms: [] });
      return `${p50.toFixed(1)} / ${p95.toFixed(1)} ms`;
    }),
  ]);
}
