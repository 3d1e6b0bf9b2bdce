import os from 'node:os';
import type { Spread } from './spread';

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

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;
}
