import { groupBy } from '../../lib/group';
import type { BranchColumns } from './columns';
import type { Span, Window } from './step-windows';

/** `columns` has all that the figures of the span depend on. `version` and `epoch` are the branch's. */
export type CachedSpan = Span & {
  columns: BranchColumns;
  windows: readonly Window[];
  version: number;
  epoch: string;
  /** The number of the last query that used it. */
  usedBy: number;
};

/** Columns in memory, of at most a number of courses. */
export type CachedSpans = {
  isEmpty: () => boolean;
  /** The one that contains a span. */
  find: (span: Span) => CachedSpan | undefined;
  has: (columns: BranchColumns) => boolean;
  /** Adds spans, which replace those that they contain. */
  add: (spans: readonly CachedSpan[]) => void;
  remove: (spans: ReadonlySet<CachedSpan>) => void;
  /**
   * Removes those that were not used for the longest time, but none of `used`, until there is room for more courses.
   * Returns whether there was room already.
   */
  makeRoom: (courses: number, used: ReadonlySet<CachedSpan>) => boolean;
};

export function createCachedSpans(mostCourses: number): CachedSpans {
  let byBranch = new Map<number, CachedSpan[]>();
  const all = () => [...byBranch.values()].flat();
  const keep = (isKept: (one: CachedSpan) => boolean, added: readonly CachedSpan[] = []) => {
    byBranch = groupBy([...all().filter(isKept), ...added], ({ branch }) => branch);
  };
  const remove = (spans: ReadonlySet<CachedSpan>) => keep((one) => !spans.has(one));
  return {
    isEmpty: () => byBranch.size === 0,
    find: (span) => byBranch.get(span.branch)?.find((one) => contains(one, span)),
    has: (columns) => byBranch.get(columns.branch)?.some((one) => one.columns === columns) === true,
    add(spans) {
      const added = groupBy(spans, ({ branch }) => branch);
      keep((one) => !added.get(one.branch)?.some((other) => contains(other, one)), spans);
    },
    remove,
    makeRoom(courses, used) {
      let room = roomOf(all()) + courses;
      if (room <= mostCourses) return true;
      const removed = new Set<CachedSpan>();
      for (const one of all().sort((a, b) => a.usedBy - b.usedBy)) {
        if (room <= mostCourses) break;
        if (used.has(one)) continue;
        removed.add(one);
        room -= one.columns.room;
      }
      remove(removed);
      return false;
    },
  };
}

/** How many courses the columns of spans have room for. */
export function roomOf(spans: Iterable<CachedSpan>): number {
  return [...spans].reduce((sum, { columns }) => sum + columns.room, 0);
}

const contains = (one: Span, other: Span) => one.from <= other.from && one.to >= other.to;
