import { machineText, megabytes, spreadText, table, verdictTable } from '../harness/report';
import { type Figure, figuresOf, type Measurements, verdictsOf } from './findings';

export type Report = { isQuick: boolean; rounds: number; openCourses: number; measurements: Measurements[] };

/** The figures as Markdown: medians of the rounds, with minimum and maximum in brackets. */
export function reportText({ isQuick, rounds, openCourses, measurements }: Report): string {
  const figures = figuresOf(measurements);
  const [, ...longer] = measurements;
  const sizes = (name: string, of: (one: Measurements) => string) => [name, ...measurements.map(of)];
  const rows = [
    ...figures.map((figure) => [figure.name, ...figure.spreads.map(milliseconds), ...timesOf(figure)]),
    sizes('resident memory after the start', ({ idleBytes }) => megabytes(idleBytes)),
    sizes('resident memory after the run', ({ residentBytes }) => megabytes(residentBytes)),
    sizes('board as sent', ({ requestFigures }) => `${Math.round((requestFigures.at(-1)?.boardBytes ?? 0) / 1e3)} kB`),
    sizes('database', ({ databaseBytes }) => megabytes(databaseBytes)),
  ];
  return `
**The same evening on a short and a long history**, by number of stored courses; ${openCourses} courses open, ${rounds} rounds in turn on separate servers, one request at a time.
${machineText(isQuick)}.

${table(['', ...measurements.map(sizeOf), ...longer.map((size) => `× at ${sizeOf(size)}`)], rows)}

At ${sizeOf(measurements.at(-1))} courses:

${verdictTable(verdictsOf(figures))}
`;
}

function timesOf({ ratios }: Figure): string[] {
  return ratios.slice(1).map((ratio) => ratio.toFixed(2));
}

function sizeOf(measurements: Pick<Measurements, 'courses'> | undefined): string {
  return (measurements?.courses ?? 0).toLocaleString('en');
}

function milliseconds(spread: Figure['spreads'][number]): string {
  return spreadText(spread, spread.median < 100 ? 2 : 0, ' ms');
}
