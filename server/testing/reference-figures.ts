import type { Ticket } from '../../contract/live';
import type { GroupFigures } from '../../contract/reports';
import { businessDay, localMinute } from '../../domain/business-day';
import { cookingDeadlines } from '../../domain/ticket';
import { groupBy } from '../../lib/group';
import { percentile } from '../../lib/percentile';
import type { Grouping } from '../reports/groups';
import type { BranchReading } from '../sql/branch-readings';
import { servicesOf } from '../sql/services-of';

// Computes the figures of a summary course by course, in the simplest way. For tests.

/** A course with the settings of its branch. */
export type ReferenceCourse = { ticket: Ticket; branch: BranchReading };

const at = (text: string | null) => (text === null ? null : Date.parse(text));
const orderOf = ({ ticket }: ReferenceCourse) => `${ticket.branch}/${ticket.id.split('-')[0]}`;
const beganAt = ({ ticket }: ReferenceCourse) => at(ticket.startedAt ?? ticket.readyAt ?? ticket.servedAt) ?? 0;

/** Whether a step of the course is among six or more steps of three or more orders within five seconds. */
export function isInBulk(course: ReferenceCourse, all: readonly ReferenceCourse[]): boolean {
  return (['readyAt', 'servedAt'] as const).some((step) => {
    const own = at(course.ticket[step]);
    if (own === null) return false;
    const others = all.flatMap((other) => {
      const its = at(other.ticket[step]);
      const isNear = its !== null && other.ticket.branch === course.ticket.branch && Math.abs(its - own) <= 5_000;
      return isNear ? [{ at: its, order: orderOf(other) }] : [];
    });
    return others.some((first) => {
      const together = others.filter((other) => other.at >= first.at && other.at <= first.at + 5_000);
      const orders = new Set(together.map(({ order }) => order));
      return first.at <= own && own <= first.at + 5_000 && together.length >= 6 && orders.size >= 3;
    });
  });
}

function exclusion(course: ReferenceCourse, all: readonly ReferenceCourse[]): string | null {
  const { startedAt, readyAt, marks } = course.ticket;
  if (startedAt === null) return 'no-start';
  if (readyAt === null) return 'no-ready';
  if (marks.includes('clock')) return 'clock';
  return isInBulk(course, all) ? 'bulk' : null;
}

function keyOf(course: ReferenceCourse, by: Grouping): string {
  const { ticket, branch } = course;
  const began = beganAt(course);
  const day = businessDay(began, branch);
  const minute = localMinute(began, branch.timeZone);
  switch (by) {
    case 'course':
      return String(ticket.course.number);
    case 'day':
      return day;
    case 'week': {
      const monday = new Date(day);
      monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7));
      return monday.toISOString().slice(0, 10);
    }
    case 'hour':
      return String(Math.floor(minute / 60));
    case 'weekday':
      return String(new Date(day).getUTCDay() || 7);
    case 'service': {
      const into = (minute - branch.cutOffMinute + 1440) % 1440;
      return servicesOf(branch).findLast(({ from }) => from <= into)?.name ?? 'none';
    }
    case 'kind':
      return ticket.orderKind;
    case 'party':
      return String(ticket.table?.guests ?? 'none');
    case 'branch':
      return String(ticket.branch);
    case 'none':
      return 'all';
  }
}

/** Figures of the requested courses by key, without labels. `all` has every course of their branches. */
export function referenceFigures(
  requested: readonly ReferenceCourse[],
  all: readonly ReferenceCourse[],
  by: Grouping,
): Map<string, Omit<GroupFigures, 'key' | 'label' | 'abbreviation'>> {
  const groups = groupBy(requested, (course) => keyOf(course, by));
  if (by === 'none' && requested.length === 0) groups.set('all', []);
  return new Map([...groups].map(([key, courses]) => [key, figuresOf(courses, all)]));
}

function figuresOf(courses: readonly ReferenceCourse[], all: readonly ReferenceCourse[]) {
  const measured = courses.filter((course) => exclusion(course, all) === null);
  const preparation = measured.map(({ ticket }) => (at(ticket.readyAt) ?? 0) - (at(ticket.startedAt) ?? 0));
  const late = measured.filter(({ ticket, branch }) => {
    const limits = branch.reading.limitsOf(ticket.course.number);
    const { lateAt } = cookingDeadlines(at(ticket.startedAt), ticket.expectedSeconds, limits);
    return (at(ticket.readyAt) ?? 0) > (lateAt ?? 0);
  });
  const expected = courses.flatMap(({ ticket }) => ticket.expectedSeconds ?? []);
  const reasons = courses.flatMap((course) => exclusion(course, all) ?? []);
  return {
    count: courses.length,
    measured: measured.length,
    preparation: spread(preparation),
    passWait: spread(courses.flatMap(({ ticket }) => notNegative(at(ticket.readyAt), at(ticket.servedAt)))),
    gap: spread(courses.flatMap((course) => gapOf(course, all))),
    visit: spread(visitsOf(courses, all)),
    expected: expected.length === 0 ? null : percentile(expected, 0.5),
    lateRate: measured.length === 0 ? null : late.length / measured.length,
    excluded: Object.fromEntries([...groupBy(reasons, (reason) => reason)].map(([reason, of]) => [reason, of.length])),
    serves: servesOf(courses),
  };
}

function servesOf(courses: readonly ReferenceCourse[]) {
  const ready = courses.filter(({ ticket }) => ticket.readyAt !== null);
  const pressed = ready.filter(({ ticket }) => ticket.servedAt !== null).length;
  const missing = ready.filter(({ ticket }) => ticket.servedAt === null && (ticket.closedAt || ticket.presumedServed));
  return { n: pressed + missing.length, pressed };
}

function notNegative(from: number | null, to: number | null): number[] {
  return from === null || to === null || to < from ? [] : [to - from];
}

function gapOf(course: ReferenceCourse, all: readonly ReferenceCourse[]): number[] {
  const own = at(course.ticket.servedAt);
  if (own === null) return [];
  const later = ofOrder(course, all).flatMap(({ ticket }) => {
    const its = at(ticket.servedAt);
    return its !== null && its > own ? [its] : [];
  });
  return later.length === 0 ? [] : [Math.min(...later) - own];
}

function visitsOf(courses: readonly ReferenceCourse[], all: readonly ReferenceCourse[]): number[] {
  const isKept = ({ ticket }: ReferenceCourse) =>
    ticket.closedBy !== 'heatlamp' && !ticket.marks.includes('presumed-served');
  return [...groupBy(courses.filter(isKept), orderOf).values()].flatMap(([first]) => {
    const order = first ? ofOrder(first, all).filter(isKept) : [];
    const starts = order.flatMap(({ ticket }) => at(ticket.startedAt) ?? []);
    const serves = order.flatMap(({ ticket }) => at(ticket.servedAt) ?? []);
    return starts.length === 0 || serves.length === 0 ? [] : notNegative(Math.min(...starts), Math.max(...serves));
  });
}

function ofOrder(course: ReferenceCourse, all: readonly ReferenceCourse[]): ReferenceCourse[] {
  return all.filter((other) => orderOf(other) === orderOf(course));
}

function spread(ms: number[]) {
  if (ms.length === 0) return null;
  const seconds = ms.map((value) => value / 1000);
  return {
    n: seconds.length,
    p50: percentile(seconds, 0.5),
    p80: percentile(seconds, 0.8),
    p95: percentile(seconds, 0.95),
    mean: seconds.reduce((sum, value) => sum + value, 0) / seconds.length,
    max: Math.max(...seconds),
  };
}
