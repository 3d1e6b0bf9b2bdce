import os from 'node:os';
import { spreadOf } from '../measure/spread';
import { type Found, figureOf, type Times, verdictsOf } from './findings';

export type Report = { isQuick: boolean; found: Found[] };

/** The figures as Markdown, stored courses across. */
export function reportText({ isQuick, found }: Report): string {
  const quick = isQuick ? '; a quick run, whose figures say little' : '';
  const rounds = (of: (one: Found) => number[]) =>
    found.map((one) => {
      const { median, least, most } = spreadOf(of(one));
      return `${median.toFixed(1)} ms (${least.toFixed(1)}–${most.toFixed(1)})`;
    });
  const rows = [
    row('**of the reader, all branches**', blank(found)),
    ...timesRows(found, ({ asked }) => asked),
    row('**over HTTP**', blank(found)),
    ...timesRows(found, ({ answered }) => answered),
    row('**pages, for a manager**', blank(found)),
    ...timesRows(found, ({ opened }) => opened),
    row(
      'first summary, right after the start',
      rounds(({ firstAnswers }) => firstAnswers),
    ),
    row(
      'acknowledgement p99, quiet',
      rounds(({ quiet }) => quiet),
    ),
    row(
      'acknowledgement p99, while reports run',
      rounds(({ busy }) => busy),
    ),
    row(
      'reports answered meanwhile',
      found.map(({ reports }) => String(reports)),
    ),
    row(
      'memory after the start',
      found.map(({ residentBytes }) => megabytes(residentBytes.started)),
    ),
    row(
      'memory, everything read ahead',
      found.map(({ residentBytes }) => megabytes(residentBytes.readAhead)),
    ),
    row(
      'memory after the run',
      found.map(({ residentBytes }) => megabytes(residentBytes.afterwards)),
    ),
    row(
      'database',
      found.map(({ databaseBytes }) => megabytes(databaseBytes)),
    ),
  ];
  const longest = found.at(-1);
  const verdicts = longest
    ? verdictsOf(longest).map(
        ({ promise, outcome, isMet }) => `- ${promise}: ${outcome}, ${isMet ? 'met' : '**NOT met**'}.`,
      )
    : [];
  return `
**Reports on a short and a long history**, stored courses across; p50 / p95 of questions that are each another one, one at a time, and medians of rounds with the least and the most.
Node ${process.version}, ${os.cpus().length} cores${quick}.

${row(
  '',
  found.map(({ courses }) => courses.toLocaleString('en')),
)}
|---|${'--:|'.repeat(found.length)}
${rows.join('\n')}

At ${longest?.courses.toLocaleString('en') ?? 0} courses:

${verdicts.join('\n')}
`;
}

function timesRows(found: readonly Found[], timesOf: (one: Found) => Times[]): string[] {
  const [first] = found;
  return (first ? timesOf(first) : []).map(({ name }) =>
    row(
      name,
      found.map((one) => {
        const { p50, p95 } = figureOf(timesOf(one).find((times) => times.name === name) ?? { name, ms: [] });
        return `${p50.toFixed(1)} / ${p95.toFixed(1)} ms`;
      }),
    ),
  );
}

function row(name: string, cells: readonly string[]): string {
  return `| ${[name, ...cells].join(' | ')} |`;
}

function blank(found: readonly Found[]): string[] {
  return found.map(() => '');
}

function megabytes(bytes: number | null): string {
  return bytes === null ? 'unknown' : `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;
}
