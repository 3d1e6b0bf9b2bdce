import type { GroupNamed } from '../../contract/reports';
import { dayText, isoWeekday } from '../../domain/business-day';
import { NO_SERVICE, serviceAt } from '../../domain/service-at';
import { servicesOf } from '../sql/services-of';
import { UNKNOWN } from './allocate-columns';
import { labelsOf } from './labels';
import { memoizeBy } from './memoize';
import { countCodes, type GroupPlaces, oneGroup, placesOfCodes } from './places';
import { FLAG } from './report-row';
import type { BranchSelection, Selection } from './selection';

export const GROUPINGS = [
  'course',
  'day',
  'week',
  'hour',
  'weekday',
  'service',
  'kind',
  'party',
  'branch',
  'none',
] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** The groups of a selection in order, and the group of each of its courses. */
export type Grouped = { groups: GroupNamed[]; places: GroupPlaces };

/** How a grouping finds the group of a row: by an integer, the code. */
type Coding = {
  codeOf: (part: BranchSelection) => Int32Array | ((row: number) => number);
  /** Groups are sorted by `place`. */
  groupOf: (code: number) => GroupNamed & { place: number };
};

/** F17: assigns each selected course to its group. Empty groups are omitted, except `all`. Memoized. */
export const groupCourses = memoizeBy(group);

// Reused by every call, so that memory for a million courses is allocated only once.
let scratch = new Int32Array(0);

function group(selection: Selection, by: Grouping): Grouped {
  if (by === 'none') return { groups: [{ key: 'all', label: 'all' }], places: oneGroup(selection.count) };
  const { codeOf, groupOf } = codingOf(selection, by);
  if (scratch.length < selection.count) scratch = new Int32Array(selection.count);
  const codes = scratch.subarray(0, selection.count);
  let begin = 0;
  for (const part of selection.parts) {
    const { rows } = part;
    const code = codeOf(part);
    if (typeof code === 'function')
      for (let index = 0; index < rows.length; index += 1) codes[begin + index] = code(rows[index] as number);
    else
      for (let index = 0; index < rows.length; index += 1) codes[begin + index] = code[rows[index] as number] as number;
    begin += rows.length;
  }
  const ordered = [...countCodes(codes)]
    .map(([code, count]) => ({ code, count, ...groupOf(code) }))
    .sort((a, b) => a.place - b.place);
  const groups = ordered.map(({ code: _, count: __, place: ___, ...rest }) => rest);
  return { groups, places: placesOfCodes(codes, new Map(ordered.map(({ code, count }) => [code, count]))) };
}

function codingOf(selection: Selection, by: Exclude<Grouping, 'none'>): Coding {
  switch (by) {
    case 'course':
      return courseCoding(selection);
    case 'day':
      return { codeOf: ({ columns }) => columns.columns.day, groupOf: groupOfDay };
    case 'week':
      return { codeOf: weekOf, groupOf: groupOfDay };
    case 'hour':
      return { codeOf: hourOf, groupOf: numbered };
    case 'weekday':
      return { codeOf: weekdayOf, groupOf: numbered };
    case 'service':
      return serviceCoding(selection);
    case 'kind':
      return { codeOf: kindOf, groupOf: groupOfKind };
    case 'party':
      return { codeOf: ({ columns }) => columns.columns.guests, groupOf: groupOfParty };
    case 'branch':
      return {
        codeOf: (part) => () => part.branch.number,
        groupOf: (code) => ({ ...numbered(code), label: selection.cache.readings.get(code)?.name ?? String(code) }),
      };
  }
}

/** The Monday of a course's week. */
function weekOf({ columns: { columns } }: BranchSelection) {
  return (row: number) => {
    const day = columns.day[row] as number;
    return day + 1 - isoWeekday(day);
  };
}

function hourOf({ columns: { columns } }: BranchSelection) {
  return (row: number) => Math.floor((columns.minute[row] as number) / 60);
}

function weekdayOf({ columns: { columns } }: BranchSelection) {
  return (row: number) => isoWeekday(columns.day[row] as number);
}

function kindOf({ columns: { columns } }: BranchSelection) {
  return (row: number) => (columns.flags[row] as number) & FLAG.cafeteria;
}

function numbered(code: number) {
  return { key: String(code), label: String(code), place: code };
}

function groupOfDay(code: number) {
  return { key: dayText(code), label: dayText(code), place: code };
}

function groupOfKind(code: number) {
  const key = code === 0 ? 'table' : 'cafeteria';
  return { key, label: key, place: code };
}

function groupOfParty(code: number) {
  return code === UNKNOWN ? { key: 'none', label: 'none', place: Number.POSITIVE_INFINITY } : numbered(code);
}

function courseCoding(selection: Selection): Coding {
  const { entries } = selection.cache.dictionaries.courses;
  const labels = labelsOf(selection);
  return {
    codeOf: ({ columns }) => columns.columns.course,
    groupOf: (code) => {
      const number = entries[code] ?? code;
      const named = labels.get(code);
      const abbreviation = named?.abbreviation ?? null;
      const label = named?.name ?? abbreviation ?? String(number);
      return { key: String(number), label, abbreviation, place: number };
    },
  };
}

/**
 * Services are grouped by name, in any case as a filter finds them, because branches may have services of the same name at
 * different times.
 */
function serviceCoding(selection: Selection): Coding {
  const names = [NO_SERVICE];
  const starts = [-1];
  const codesOf = new Map(
    selection.parts.map(({ branch }) => {
      const spans = servicesOf(branch);
      const codes = spans.map(({ name, from }) => {
        const known = names.findIndex((other) => other.toLowerCase() === name.toLowerCase());
        if (known >= 0) return known;
        starts.push(from);
        return names.push(name) - 1;
      });
      const codeAt = Int32Array.from(
        { length: 24 * 60 },
        (_, minute) => codes[serviceAt(minute, spans, branch.cutOffMinute)] ?? 0,
      );
      return [branch.number, codeAt];
    }),
  );
  return {
    codeOf: ({ branch, columns: { columns } }) => {
      const codeAt = codesOf.get(branch.number) ?? new Int32Array(0);
      return (row) => codeAt[columns.minute[row] as number] ?? 0;
    },
    groupOf: (code) => {
      const key = names[code] ?? NO_SERVICE;
      return { key, label: key, place: starts[code] ?? 0 };
    },
  };
}
