import os from 'node:os';
import { percentile } from '../../lib/percentile';

const PASSED = 'passed';

/** The results of a measurement in several rounds. */
export type Spread = { median: number; min: number; max: number };

// The parts of the reports that the tools print.

/** A Markdown table; all columns but the first are right-aligned. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = titles.map((title, column) =>
    Math.max(3, title.length, ...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) => {
    const padded = widths.map((width, column) => {
      const cell = cells[column] ?? '';
      return column === 0 ? cell.padEnd(width) : cell.padStart(width);
    });
    return `| ${padded.join(' | ')} |`;
  };
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`));
  return [line(titles), `|${rule.join('|')}|`, ...rows.map(line)].join('\n');
}

/** A promise of the documentation, and whether the measurement meets it. */
export type Verdict = { promise: string; measured: string; isMet: boolean };

export function verdictTable(verdicts: readonly Verdict[]): string {
  return table(
    ['promise', 'measured', ''],
    verdicts.map(({ promise, measured, isMet }) => [promise, measured, isMet ? 'met' : 'NOT met']),
  );
}

/** `Node v20.19.5, 2 cores` */
export function machineText(isQuick = false): string {
  return `Node ${process.version}, ${os.cpus().length} cores${isQuick ? '; a quick run, whose figures are not representative' : ''}`;
}

/** The median with its range in brackets; a dash for null. */
export function spreadText(spread: Spread | null, digits: number, unit = ''): string {
  if (spread === null) return '–';
  const { median, min, max } = spread;
  const text = (value: number) => value.toFixed(digits);
  return `${text(median)}${unit}${min === max ? '' : ` (${text(min)}–${text(max)})`}`;
}

/** The median, minimum and maximum of the rounds; NaN without rounds. */
export function spreadOf(values: readonly number[]): Spread {
  return { median: percentile(values, 0.5), min: percentile(values, 0), max: percentile(values, 1) };
}

/** Writes a line to the standard output. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Writes a line of progress to the standard error: the standard output is for the report. */
export function log(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Whether a rig passed, as text: one whose number of checks is 0 has not. */
export function verdictOf(violations: readonly string[], seed: number, checks: number): string {
  if (violations.length > 0) return `failed: ${violations.length} violations, seed ${seed}`;
  return checks > 0 ? PASSED : `failed: nothing was checked, seed ${seed}`;
}

/** Prints the verdict, and sets the exit code of the process. */
export function printVerdict(...found: Parameters<typeof verdictOf>): void {
  const verdict = verdictOf(...found);
  print(verdict);
  process.exitCode = verdict === PASSED ? 0 : 1;
}
