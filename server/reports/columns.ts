import { type BranchCalendar, calendarReader } from '../../domain/business-day';
import { gapsMs, isForgotten, passWaitMs, visitMs } from '../../domain/course-times';
import { allocate, type Columns, UNKNOWN } from './allocate-columns';
import { markBulks, type Touched, touchedBy } from './bulk-marks';
import type { Dictionaries } from './dictionaries';
import { preparationMs } from './exclusions';
import { flagsOf, type ReportRow } from './report-row';

const NAMES = Object.keys(allocate(0)) as (keyof Columns)[];
/** Larger than needed, so that columns are not reallocated for each new order. */
const GROWTH = 1.2;

/** Shared by all instances, so that a reloaded branch never has the number of an earlier state. */
let lastChange = 0;

/** Orders of a branch as columns, by order key: all courses of an order are adjacent. */
export class BranchColumns {
  count = 0;
  columns: Columns = allocate(0);
  /** A new number after every change, by which cached results are recognised as outdated. */
  changes = 0;
  /** The number of the branch. */
  readonly branch: number;
  #calendar: BranchCalendar;
  #dictionaries: Dictionaries;

  constructor(branch: BranchCalendar & { number: number }, dictionaries: Dictionaries) {
    this.branch = branch.number;
    this.#calendar = branch;
    this.#dictionaries = dictionaries;
  }

  /** Recomputes the business day and the local minute of every course if the calendar has changed. */
  setCalendar(calendar: BranchCalendar): void {
    if (calendar.timeZone === this.#calendar.timeZone && calendar.cutOffMinute === this.#calendar.cutOffMinute) return;
    this.#calendar = calendar;
    this.#change();
    const { beganAt, day, minute } = this.columns;
    const placeOf = calendarReader(calendar);
    for (let row = 0; row < this.count; row += 1) {
      const place = placeOf(beganAt[row] as number);
      day[row] = place.day;
      minute[row] = place.minute;
    }
  }

  /** Appends orders with higher keys than all others. Call `markAll` afterwards. */
  append(rows: readonly ReportRow[]): void {
    this.#makeRoom(this.count + rows.length);
    this.#write(rows, this.count);
    this.count += rows.length;
  }

  /** How many courses the columns have memory for. */
  get room(): number {
    return this.columns.orderKey.length;
  }

  /** Gives back memory that no course uses. */
  trim(): void {
    if (this.room > this.count) this.#allocate(this.count);
  }

  hasOrder(orderKey: number): boolean {
    return this.columns.orderKey[this.firstOf(orderKey)] === orderKey && this.firstOf(orderKey) < this.count;
  }

  markAll(): void {
    this.#change();
    markBulks(this, null);
  }

  /** Replaces all rows of these orders. Keys and rows ascend by order key. */
  replace(keys: readonly number[], rows: readonly ReportRow[]): void {
    if (keys.length === 0) return;
    this.#change();
    const touched: Touched = new Set();
    const first = this.firstOf(keys[0] as number);
    const before = this.count;
    const tail = NAMES.map((name) => [name, this.columns[name].slice(first, before)] as const);
    const tailKeys = this.columns.orderKey.slice(first, before);
    for (const key of keys) touchedBy(this, this.firstOf(key), this.firstOf(key + 1), touched);
    this.#makeRoom(before + rows.length);

    let read = 0;
    let write = first;
    const copyTail = (until: number) => {
      for (const [name, values] of tail) this.columns[name].set(values.subarray(read, until), write);
      write += until - read;
      read = until;
    };
    let next = 0;
    for (const key of keys) {
      copyTail(lowerBound(tailKeys, tailKeys.length, key));
      read = lowerBound(tailKeys, tailKeys.length, key + 1);
      const begin = next;
      while (rows[next]?.orderKey === key) next += 1;
      this.#write(rows.slice(begin, next), write);
      touchedBy(this, write, write + next - begin, touched);
      write += next - begin;
    }
    copyTail(tailKeys.length);
    this.count = write;
    markBulks(this, touched);
  }

  /** The index of the first row of an order, or of the next order if it has no rows. */
  firstOf(orderKey: number): number {
    return lowerBound(this.columns.orderKey, this.count, orderKey);
  }

  #change(): void {
    lastChange += 1;
    this.changes = lastChange;
  }

  #makeRoom(count: number): void {
    if (count > this.room) this.#allocate(Math.ceil(count * GROWTH) + 64);
  }

  #allocate(capacity: number): void {
    const allocated = allocate(capacity);
    for (const name of NAMES) allocated[name].set(this.columns[name].subarray(0, this.count));
    this.columns = allocated;
  }

  #write(rows: readonly ReportRow[], at: number): void {
    const { courses, labels, tables } = this.#dictionaries;
    const { columns } = this;
    const placeOf = calendarReader(this.#calendar);
    for (let from = 0; from < rows.length; ) {
      let until = from + 1;
      while (rows[until]?.orderKey === rows[from]?.orderKey && until < rows.length) until += 1;
      const order = rows.slice(from, until);
      const gaps = gapsMs(order);
      const visit = visitMs(order);
      for (let index = 0; index < order.length; index += 1) {
        const row = order[index] as ReportRow;
        const to = at + from + index;
        const { day, minute } = placeOf(row.beganAt);
        columns.orderKey[to] = row.orderKey;
        columns.course[to] = courses.placeOf(row.courseNumber);
        columns.beganAt[to] = row.beganAt;
        columns.readyAt[to] = row.readyAt ?? Number.NaN;
        columns.servedAt[to] = row.servedAt ?? Number.NaN;
        const flags = flagsOf(row);
        columns.preparation[to] = preparationMs(flags, row.beganAt, row.readyAt ?? Number.NaN);
        columns.passWait[to] = passWaitMs(row.readyAt, row.servedAt) ?? Number.NaN;
        columns.gap[to] = gaps[index] ?? Number.NaN;
        columns.visit[to] = (isForgotten(row) ? null : visit) ?? Number.NaN;
        columns.expectedRaw[to] = row.expectedRaw ?? 0;
        columns.posRaw[to] = row.posRaw ?? 0;
        columns.guests[to] = row.guests ?? UNKNOWN;
        columns.day[to] = day;
        columns.minute[to] = minute;
        columns.label[to] = labels.placeOf(row.courseName, row.abbreviation);
        columns.table[to] = tables.placeOf(row.tableNumber, row.tableSubNumber);
        columns.flags[to] = flags;
      }
      from = until;
    }
  }
}

function lowerBound(sorted: Int32Array, count: number, value: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
