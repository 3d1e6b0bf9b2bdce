import type { HeatCell } from '../../contract/reports';
import { isNextDay, isoWeekday } from '../../domain/business-day';
import type { Source } from '../sql/statements';
import { countsOf } from './course-counts';
import { gatherTimes, mediansOf, seconds } from './measures';
import { memoizeBy } from './memoize';
import { placesOf } from './places';
import type { ReportFilter } from './report-filter';
import { type Selection, select } from './selection';

const HOURS = 24;
/** The hours of a business day and those after midnight: that of the cut-off may be both. */
const COLUMNS = 2 * HOURS;

/** Without medians every `p50` is null, because for a million courses they take most of the time. */
export type HeatQuery = ReportFilter & { hasMedians: boolean };

/** The figures of each hour of each weekday with at least one course, in order. */
export async function heatOf(source: Source, { hasMedians, ...filter }: HeatQuery): Promise<HeatCell[]> {
  const selection = await select(source, filter);
  return cellsBy(selection, hasMedians);
}

const cellsBy = memoizeBy(cellsOf);

// Reused by every call, so that memory for a million courses is allocated only once.
let scratch = new Uint16Array(0);

function cellsOf(selection: Selection, hasMedians: boolean): HeatCell[] {
  const cells = 7 * COLUMNS;
  if (scratch.length < selection.count) scratch = new Uint16Array(selection.count);
  const cellOf = scratch.subarray(0, selection.count);
  let at = 0;
  for (const { branch, columns, rows } of selection.parts) {
    const { day, minute } = columns.columns;
    let lastDay = 0;
    let weekday = isoWeekday(lastDay);
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] as number;
      // Cached, because most courses are of the same day as the previous one.
      if (day[row] !== lastDay) {
        lastDay = day[row] as number;
        weekday = isoWeekday(lastDay);
      }
      const local = minute[row] as number;
      cellOf[at] = (weekday - 1) * COLUMNS + (isNextDay(local, branch) ? HOURS : 0) + ((local / 60) | 0);
      at += 1;
    }
  }
  const places = placesOf(cellOf, cells);
  const medians = hasMedians ? mediansOf(gatherTimes(selection, places, 'preparation')) : [];
  const counts = countsOf(selection, places);
  return Array.from({ length: cells }, (_, cell) => {
    const { count, measured, late } = counts(cell);
    const median = medians[cell] ?? null;
    const p50 = median === null ? null : seconds(median);
    const column = cell % COLUMNS;
    const hour = { weekday: 1 + Math.floor(cell / COLUMNS), hour: column % HOURS, isNextDay: column >= HOURS };
    return { ...hour, count, measured, late, p50 };
  }).filter(({ count }) => count > 0);
}
