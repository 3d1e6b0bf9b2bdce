import type { GroupFigures, Spread } from '../../contract/reports';
import { EXCLUSIONS, MEASURES } from '../../contract/reports';
import { wallText } from '../../domain/business-day';
import type { Instant } from '../../domain/fact';
import { toIso } from '../../domain/to-iso';
import type { Cell } from './csv-text';

/** The values that all rows of a grouping in summary.csv share. */
export type SummaryScope = { groupBy: string; from: Instant | null; to: Instant | null; timeZone: string };

const SPREAD = ['n', 'p50', 'p80', 'p95', 'mean', 'max'] as const satisfies (keyof Spread)[];

type Column = readonly [name: string, cellOf: (group: GroupFigures, of: SummaryScope) => Cell];

/** The columns of summary.csv: the members of a group, flattened, in seconds, and the days that it covers. */
const COLUMNS: readonly Column[] = [
  ['groupBy', (_group, { groupBy }) => groupBy],
  ['key', ({ key }) => key],
  ['label', ({ label }) => label],
  ['count', ({ count }) => count],
  ['measured', ({ measured }) => measured],
  ...MEASURES.flatMap((measure) =>
    SPREAD.map((name): Column => [`${measure}.${name}`, (group) => rounded(group[measure]?.[name] ?? null)]),
  ),
  ['expected', ({ expected }) => rounded(expected)],
  // Not rounded: one of 30,000 is not none.
  ['lateRate', ({ lateRate }) => lateRate],
  ...EXCLUSIONS.map((reason): Column => [`excluded.${reason}`, ({ excluded }) => excluded[reason] ?? 0]),
  ['serves.n', ({ serves }) => serves.n],
  ['serves.pressed', ({ serves }) => serves.pressed],
  ['from', (_group, { from }) => toIso(from)],
  ['to', (_group, { to }) => toIso(to)],
  ['from.local', (_group, { from, timeZone }) => (from === null ? null : wallText(from, timeZone))],
  ['to.local', (_group, { to, timeZone }) => (to === null ? null : wallText(to, timeZone))],
  ['timeZone', (_group, { timeZone }) => timeZone],
];

export const SUMMARY_COLUMNS: readonly string[] = COLUMNS.map(([name]) => name);

/** The cells of a group in summary.csv, in the order of SUMMARY_COLUMNS. */
export function summaryCells(group: GroupFigures, of: SummaryScope): Cell[] {
  return COLUMNS.map(([, cellOf]) => cellOf(group, of));
}

/** Rounds to a tenth of a second. */
function rounded(seconds: number | null): number | null {
  return seconds === null ? null : Math.round(seconds * 10) / 10;
}
