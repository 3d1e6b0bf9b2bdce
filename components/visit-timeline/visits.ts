import type { Ticket } from '../../contract/live';
import { orderKeyOf } from '../../domain/ticket-ids';
import { groupBy } from '../../lib/collections';
import { MINUTE_MS } from '../../lib/time';
import { type CourseTimes, courseTimes, type Stretch } from './course-times';

/** An order at a table, from its first course to its last. */
export type Visit = {
  id: string;
  name: string | null;
  guests: number | null;
  /** Epoch ms by the POS's clock. */
  from: number;
  to: number;
  /** In order of their start. */
  courses: CourseTimes[];
};

/** Orders of a table, newest first. */
export function visitsOf(tickets: readonly Ticket[], now: number): Visit[] {
  const courses = tickets.flatMap((ticket) => courseTimes(ticket, now) ?? []).sort(byBegin);
  const orders = groupBy(courses, ({ ticket }) => orderKeyOf(ticket.id));
  return [...orders.values()].map(visitOf).reverse();
}

function visitOf(courses: CourseTimes[]): Visit {
  const party = courses.at(-1)?.ticket.table ?? null;
  return {
    id: courses[0]?.ticket.id ?? '',
    name: party?.name ?? null,
    guests: party?.guests ?? null,
    from: beginOf(courses),
    to: endOf(courses),
    courses,
  };
}

function byBegin(a: CourseTimes, b: CourseTimes): number {
  const sequence = ({ ticket: { course } }: CourseTimes) => course.sequence ?? course.number;
  return a.began - b.began || sequence(a) - sequence(b);
}

function beginOf(courses: readonly CourseTimes[]): number {
  return Math.min(...courses.map(({ began }) => began));
}

function endOf(courses: readonly CourseTimes[]): number {
  return Math.max(...courses.map(({ to }) => to));
}

/** A part of the timeline in percent, with its duration. */
export type Part = { from: number; length: number; minutes: number };

export type Bar = Part & {
  isOpen: boolean;
  /** Its last part, which was too long. */
  late: Part | null;
};

export type Row = {
  course: CourseTimes;
  cooking: Bar | null;
  waiting: Bar | null;
  /** When it was expected to be ready, and when it reached the table. */
  expected: number | null;
  food: number | null;
};

/** Time without food: until the next serving, or open while courses are pending. `until` is epoch ms. */
export type Gap = Part & { until: number; isOpen: boolean };

export type Timeline = {
  /** Positions of round times, in percent. */
  ticks: { at: number; place: number }[];
  rows: Row[];
  gaps: Gap[];
  /** Position of the current time; null for a finished visit. */
  now: number | null;
};

const FINE_STEPS_MINUTES = [5, 10, 15, 30, 60, 120];
const COARSEST_MINUTES = 240;
const MAX_STEPS = 6;
/** Courses served within this time are one serving. */
const TOGETHER_MS = 2 * MINUTE_MS;

/** Layout of a visit on a timeline between round times. `now` is POS time in epoch ms. */
export function timelineOf({ courses, from, to }: Visit, now: number): Timeline {
  const isOpen = courses.some(({ end }) => end === 'cooking' || end === 'waiting');
  const last = Math.max(to, ...courses.map(({ expectedAt }) => expectedAt ?? to));
  const { begin, end, step } = axisOf(from, last);
  const place = (at: number) => round(((at - begin) / (end - begin)) * 100);
  const part = (a: number, b: number): Part => ({
    from: place(a),
    length: round(place(b) - place(a)),
    minutes: minutesOf(b - a),
  });
  const bar = (stretch: Stretch | null): Bar | null =>
    stretch && {
      ...part(stretch.from, stretch.to),
      isOpen: stretch.isOpen,
      late: stretch.lateFrom === null ? null : part(stretch.lateFrom, stretch.to),
    };
  const gap = (a: number, b: number, isGoingOn: boolean): Gap => ({ ...part(a, b), until: b, isOpen: isGoingOn });
  const servings = servingsOf(courses);
  const lastServing = servings.at(-1);
  const gaps = servings.slice(1).map((serving, index) => gap(servings[index]?.to ?? serving.from, serving.from, false));
  if (isOpen && lastServing && now > lastServing.to) gaps.push(gap(lastServing.to, now, true));
  return {
    ticks: Array.from({ length: Math.round((end - begin) / step) + 1 }, (_, index) => {
      const at = begin + index * step;
      return { at, place: place(at) };
    }),
    rows: courses.map((course) => ({
      course,
      cooking: bar(course.cooking),
      waiting: bar(course.waiting),
      expected: course.expectedAt === null ? null : place(course.expectedAt),
      food: course.foodAt === null ? null : place(course.foodAt),
    })),
    gaps,
    now: isOpen ? Math.min(100, place(now)) : null,
  };
}

/** A duration in ms as whole minutes, rounded. */
function minutesOf(ms: number): number {
  return Math.max(0, Math.round(ms / MINUTE_MS));
}

type Axis = { begin: number; end: number; step: number };

/** The finest interval with few marks; both ends have one. */
function axisOf(from: number, to: number): Axis {
  const axis = (minutes: number): Axis => {
    const step = minutes * MINUTE_MS;
    const begin = Math.floor(from / step) * step;
    return { begin, end: Math.max(begin + step, Math.ceil(to / step) * step), step };
  };
  const isFewMarks = ({ begin, end, step }: Axis) => (end - begin) / step <= MAX_STEPS;
  return FINE_STEPS_MINUTES.map(axis).find(isFewMarks) ?? axis(COARSEST_MINUTES);
}

/** Servings: courses served together are one, from its first plate to its last. */
function servingsOf(courses: readonly CourseTimes[]): { from: number; to: number }[] {
  const servings: { from: number; to: number }[] = [];
  for (const at of courses.flatMap(({ foodAt }) => foodAt ?? []).sort((a, b) => a - b)) {
    const last = servings.at(-1);
    if (last && at - last.to < TOGETHER_MS) last.to = at;
    else servings.push({ from: at, to: at });
  }
  return servings;
}

function round(percent: number): number {
  return Math.round(percent * 100) / 100;
}
