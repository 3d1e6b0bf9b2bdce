import type { Delivery } from './generate-service';

/** A course computed from the deliveries alone (epoch ms). For tests. */
export type ParsedCourse = {
  orderId: string;
  courseNumber: number;
  round: number;
  startedAt: number | null;
  readyAt: number | null;
  servedAt: number | null;
  tableNumber: string | null;
};

type Order = { orderId: string } | null;
type Details = {
  tableOrder?: Order;
  cafeteriaOrder?: Order;
  table?: { number?: number | string };
  course: { courseNumber: number; actualPreparationTime?: number };
};
type Body = Details & { event: { eventTimestamp: string } } & Record<string, Details | undefined>;
type Fact = { step: number; at: number; orderId: string; courseNumber: number; table: string | null };

const steps = ['kitchenStartCourse', 'kitchenCompleteCourse', 'kitchenServeCourse'];
const skewMs = 60_000;

/**
 * Computes courses from deliveries by the rules of SPEC.md, without code of the generator or the server. @throws Error
 * if the result depends on the rule for skewed clocks (F5), which is not implemented
 */
export function parseCourses(deliveries: readonly Delivery[]): ParsedCourse[] {
  const kitchen = deliveries.filter(({ path }) => path.includes('/kitchen'));
  const facts = [...new Set(kitchen.map(({ path, body }) => JSON.stringify(readFact(path, body))))]
    .map((text): Fact => JSON.parse(text))
    .sort((a, b) => a.at - b.at || a.step - b.step);
  const tables = new Map<string, string>();
  const courses = new Map<string, ParsedCourse[]>();
  for (const fact of facts) {
    if (fact.table !== null) tables.set(fact.orderId, fact.table);
    const key = `${fact.orderId} ${fact.courseNumber}`;
    const rounds = courses.get(key) ?? [];
    courses.set(key, rounds);
    addFact(fact, rounds);
  }
  return [...courses.values()].flat().map((course) => ({ ...course, tableNumber: tables.get(course.orderId) ?? null }));
}

function readFact(path: string, body: string): Fact {
  const read: Body = JSON.parse(body);
  const nested = steps.find((step) => read[step] !== undefined);
  const details = (nested && read[nested]) || read;
  const isWrongPath = path.endsWith('/kitchenStartCourse') && (details.course.actualPreparationTime ?? 0) > 0;
  const event = nested ?? (isWrongPath ? 'kitchenCompleteCourse' : path.replace('/webhooks/', ''));
  return {
    step: steps.indexOf(event),
    at: Date.parse(read.event.eventTimestamp),
    orderId: [details.tableOrder, details.cafeteriaOrder].find(isNamed)?.orderId.toLowerCase() ?? '',
    courseNumber: details.course.courseNumber,
    table: details.table?.number === undefined ? null : String(details.table.number),
  };
}

function isNamed(order: Order | undefined): order is { orderId: string } {
  return order != null && !/^[0-]+$/.test(order.orderId);
}

function addFact({ step, at, orderId, courseNumber }: Fact, rounds: ParsedCourse[]): void {
  const newest = rounds.at(-1);
  const open = () => {
    const empty = { startedAt: null, readyAt: null, servedAt: null, tableNumber: null };
    const opened: ParsedCourse = { orderId, courseNumber, round: rounds.length + 1, ...empty };
    rounds.push(opened);
    return opened;
  };
  if (step === 0) {
    const later = newest?.readyAt ?? newest?.servedAt;
    if (newest?.startedAt === null && at - (later ?? 0) <= skewMs) throw new Error(`skewed start of ${orderId}`);
    if (!newest || later != null) open().startedAt = at;
  } else if (step === 1) {
    if (newest?.servedAt != null && newest.readyAt === null && at - newest.servedAt <= skewMs) {
      throw new Error(`skewed completion of ${orderId}`);
    }
    (newest && newest.servedAt === null ? newest : open()).readyAt = at;
  } else {
    const oldestReady = rounds.find((round) => round.readyAt !== null && round.servedAt === null);
    const closed = oldestReady ?? rounds.findLast((round) => round.servedAt === null);
    if (closed) closed.servedAt = at;
    else if (!newest) open().servedAt = at;
  }
}
