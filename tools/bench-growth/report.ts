import os from 'node:os';
import type { Spread } from '../measure/spread';
import { type Figure, type Found, figuresOf, verdictsOf } from './findings';

export type Report = { isQuick: boolean; rounds: number; openCourses: number; found: Found[] };

/** The figures as Markdown: medians of the rounds, and in brackets the least and the most. */
export function reportText({ isQuick, rounds, openCourses, found }: Report): string {
  const figures = figuresOf(found);
  const [, ...longer] = found;
  const head = [...found.map(sizeOf), ...longer.map((size) => `× at ${sizeOf(size)}`)];
  const quick = isQuick ? '; a quick run, whose figures say little' : '';
  const rows = [
    ...figures.map((figure) => row(figure.name, [...figure.spreads.map(milliseconds), ...timesOf(figure)])),
    row('resident memory after the start', [...found.map(({ idleBytes }) => megabytes(idleBytes)), ...blank(longer)]),
    row('resident memory after the run', [
      ...found.map(({ residentBytes }) => megabytes(residentBytes)),
      ...blank(longer),
    ]),
    row('board as sent', [...found.map(({ visits }) => kilobytes(visits.at(-1)?.boardBytes)), ...blank(longer)]),
    row('database', [...found.map(({ databaseBytes }) => megabytes(databaseBytes)), ...blank(longer)]),
  ];
  const verdicts = verdictsOf(figures).map(
    ({ promise, outcome, isMet }) => `- ${promise}: ${outcome}, ${isMet ? 'met' : '**NOT met**'}.`,
  );
  return `
**The same evening on a short and a long history**, stored courses across, ${openCourses} courses open, ${rounds} rounds in turn on servers of their own, one request at a time.
Node ${process.version}, ${os.cpus().length} cores${quick}.

${row('', head)}
|---|${'--:|'.repeat(head.length)}
${rows.join('\n')}

At ${sizeOf(found.at(-1))} courses:

${verdicts.join('\n')}
`;
}

function row(name: string, cells: readonly string[]): string {
  return `| ${[name, ...cells].join(' | ')} |`;
}

function timesOf({ ratios }: Figure): string[] {
  return ratios.slice(1).map((ratio) => ratio.toFixed(2));
}

function blank(columns: readonly unknown[]): string[] {
  return columns.map(() => '');
}

function sizeOf(found: Pick<Found, 'courses'> | undefined): string {
  return (found?.courses ?? 0).toLocaleString('en');
}

function milliseconds({ median, least, most }: Spread): string {
  const digits = median < 100 ? 2 : 0;
  return `${median.toFixed(digits)} ms (${least.toFixed(digits)}–${most.toFixed(digits)})`;
}

function megabytes(bytes: number | null): string {
  return bytes === null ? 'unknown' : `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;
}

function kilobytes(bytes: number | undefined): string {
  return `${Math.round((bytes ?? 0) / 1e3)} kB`;
}
