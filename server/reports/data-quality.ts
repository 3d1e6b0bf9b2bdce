import type { DataQuality, PosDifference } from '../../contract/reports';
import type { Source } from '../sql/statements';
import { countsOf } from './course-counts';
import { groupCourses } from './groups';
import { computedValues, gather, mediansOf, seconds } from './measures';
import { memoize } from './memoize';
import { posDifferenceMs } from './pos-durations';
import type { ReportFilter } from './report-filter';
import { FLAG } from './report-row';
import { select } from './selection';

/** How many of the selected courses are complete, measured, excluded, closed automatically or still open. */
export async function dataQualityOf(source: Source, filter: ReportFilter): Promise<DataQuality> {
  return dataQualityIn(await select(source, filter));
}

const dataQualityIn = memoize((selection): DataQuality => {
  const { count, measured, excluded } = countsOf(selection, groupCourses(selection, 'none').places)(0);
  let complete = 0;
  let autoClosed = 0;
  let presumedServed = 0;
  let open = 0;
  for (const { columns, rows } of selection.parts) {
    const { flags, servedAt } = columns.columns;
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] as number;
      const has = flags[row] as number;
      const isBegunAndReady = (has & FLAG.hasStart) !== 0 && (has & FLAG.hasReady) !== 0;
      if (isBegunAndReady && !Number.isNaN(servedAt[row] as number)) complete += 1;
      if (has & FLAG.autoClosed) autoClosed += 1;
      if (has & FLAG.presumed) presumedServed += 1;
      if (has & FLAG.open) open += 1;
    }
  }
  const unitUnknown = selection.parts.flatMap(({ branch }) => (branch.reading.unit === null ? branch.number : []));
  return { count, measured, complete, excluded, autoClosed, presumedServed, open, unitUnknown };
});

/** The median difference between the durations of the POS and the measured ones, in seconds. */
export async function posDifferenceOf(source: Source, filter: ReportFilter): Promise<PosDifference> {
  return differenceIn(await select(source, filter));
}

const posMinusMeasured = computedValues(posDifferenceMs('posRaw', 'measured'));

const differenceIn = memoize((selection): PosDifference => {
  const gathered = gather(selection, groupCourses(selection, 'none').places, posMinusMeasured);
  const [median = null] = mediansOf(gathered);
  return { n: gathered.ends[0] ?? 0, median: median === null ? null : seconds(median) };
});
