import { machineText, megabytes, spreadText, table, verdictTable } from '../harness/report';
import { type Figure, type Found, figuresOf, verdictsOf } from './findings';

export type Report = { isQuick: boolean; rounds: number; openCourses: number; found: Found[] };

/** The figures as Markdown: medians of the rounds, and in brackets the least and the most. */
export function reportText({ isQuick, rounds, openCourses, found }: Report): string {
  const figures = figuresOf(found);
  const [, ...longer] = found;
  const sizes = (name: string, of: (one: Found) => string) => [name, ...found.map(of)];
  const rows = [
    ...figures.map((figure) => [figure.name, ...figure.spreads.map(milliseconds), ...timesOf(figure)]),
    sizes('resident memory after the start', ({ idleBytes }) => megabytes(idleBytes)),
    sizes('resident memory after the run', ({ residentBytes }) => megabytes(residentBytes)),
    sizes('board as sent', ({ visits }) => `${Math.round((visits.at(-1)?.boardBytes ?? 0) / 1e3)} kB`),
    sizes('database', ({ databaseBytes }) => megabytes(databaseBytes)),
  ];
  return `
**The same evening on a short and a long history**, stored courses across, ${openCourses} courses open, ${rounds} rounds in turn on servers of their own, one request at a time.
${machineText(isQuick)}.

${table(['', ...found.map(sizeOf), ...longer.map((size) => `× at ${sizeOf(size)}`)], rows)}

At ${sizeOf(found.at(-1))} courses:

${verdictTable(verdictsOf(figures))}
`;
}

function timesOf({ ratios }: Figure): string[] {
  return ratios.slice(1).map((ratio) => ratio.toFixed(2));
}

function sizeOf(found: Pick<Found, 'courses'> | undefined): string {
  return (found?.courses ?? 0).toLocaleString('en');
}

function milliseconds(spread: Figure['spreads'][number]): string {
  return spreadText(spread, spread.median < 100 ? 2 : 0, ' ms');
}
