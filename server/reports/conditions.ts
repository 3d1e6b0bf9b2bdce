import { isNextDay, isoWeekday } from '../../domain/business-day';
import { courseChoice } from '../../domain/course-choice';
import { intoBusinessDay, NO_SERVICE } from '../../domain/service-at';
import { withoutCase } from '../../lib/without-case';
import type { BranchReading } from '../sql/branch-readings';
import { servicesOf } from '../sql/services-of';
import type { Columns } from './allocate-columns';
import type { Dictionaries } from './dictionaries';
import { lateAfter } from './late-after';
import type { ReportFilter } from './report-filter';
import { FLAG } from './report-row';

export type RowCondition = (row: number) => boolean;

/** The conditions of a filter for the rows of a branch, without its time range and its text. */
export function conditionsOf(
  filter: ReportFilter,
  branch: BranchReading,
  columns: Columns,
  dictionaries: Dictionaries,
): RowCondition[] {
  const { readyAt, servedAt, day, minute, guests, flags } = columns;
  const conditions: RowCondition[] = [];
  const { weekday, hour, nextDay, state } = filter;
  if (filter.course !== null) conditions.push(courseCondition(filter.course, columns, dictionaries));
  if (filter.table) conditions.push(tableCondition(filter.table, columns, dictionaries));
  if (filter.service !== null) conditions.push(serviceCondition(filter.service, branch, columns));
  if (filter.orderKind !== null) {
    const wanted = filter.orderKind === 'cafeteria' ? FLAG.cafeteria : 0;
    conditions.push((row) => ((flags[row] as number) & FLAG.cafeteria) === wanted);
  }
  if (weekday !== null) conditions.push((row) => isoWeekday(day[row] as number) === weekday);
  if (hour !== null) conditions.push((row) => Math.floor((minute[row] as number) / 60) === hour);
  if (nextDay !== null) conditions.push((row) => isNextDay(minute[row] as number, branch) === nextDay);
  if (filter.guests !== null) {
    const wanted = filter.guests;
    conditions.push((row) => guests[row] === wanted);
  }
  if (state !== null) conditions.push((row) => stateAt(readyAt[row] as number, servedAt[row] as number) === state);
  if (filter.late !== null) conditions.push(lateCondition(filter.late, filter, branch, columns, dictionaries));
  return conditions;
}

function courseCondition(wanted: string, { course, label }: Columns, { courses, labels }: Dictionaries): RowCondition {
  const choice = courseChoice(wanted);
  if ('number' in choice) {
    const place = courses.entries.indexOf(choice.number);
    return (row) => course[row] === place;
  }
  const name = withoutCase(choice.abbreviation);
  const isWanted = labels.entries.map(
    ({ abbreviation }) => abbreviation !== null && withoutCase(abbreviation) === name,
  );
  return (row) => isWanted[label[row] as number] === true;
}

function tableCondition(
  wanted: NonNullable<ReportFilter['table']>,
  { table }: Columns,
  { tables }: Dictionaries,
): RowCondition {
  const isWanted = tables.entries.map(
    (entry) => entry?.number === wanted.number && (wanted.subNumber === null || entry.subNumber === wanted.subNumber),
  );
  return (row) => isWanted[table[row] as number] === true;
}

function serviceCondition(name: string, branch: BranchReading, { minute }: Columns): RowCondition {
  const services = servicesOf(branch);
  const named = services.find((service) => service.name.toLowerCase() === name.toLowerCase());
  const before = { from: 0, until: services[0]?.from ?? 0 };
  const span = named ?? (name === NO_SERVICE ? before : null);
  if (!span) return () => false;
  return (row) => {
    const at = intoBusinessDay(minute[row] as number, branch.cutOffMinute);
    return span.from <= at && at < span.until;
  };
}

/** F11: became ready after the cooking limit, or still cooks and has reached it. */
function lateCondition(
  late: boolean,
  { now }: ReportFilter,
  branch: BranchReading,
  columns: Columns,
  dictionaries: Dictionaries,
): RowCondition {
  const { beganAt, readyAt, flags } = columns;
  // One ms more: a course that still cooks exactly at its limit is late, one that became ready then was not.
  const branchNow = (now[branch.number] ?? Number.NaN) + 1;
  const limitOf = lateAfter(branch, columns, dictionaries);
  return (row) => {
    const ready = readyAt[row] as number;
    const until = Number.isNaN(ready) && (flags[row] as number) & FLAG.open ? branchNow : ready;
    const isLate = ((flags[row] as number) & FLAG.hasStart) !== 0 && until - (beganAt[row] as number) > limitOf(row);
    return isLate === late;
  };
}

function stateAt(readyAt: number, servedAt: number): 'started' | 'ready' | 'served' {
  if (!Number.isNaN(servedAt)) return 'served';
  return Number.isNaN(readyAt) ? 'started' : 'ready';
}
