import { v4 as uuid } from 'uuid';
import type { KitchenEvent } from '../../contract/constants';
import type { Table } from './generate-service';
import { between, pick, type Random } from './random';

/** A course of the menu. */
type Course = {
  number: number;
  name: string;
  abbreviation: string;
  sequence: number;
  expectedSeconds: number;
  /** Share of parties (0 to 1) that order it. */
  orderedBy: number;
  /** Share of served courses after which the party orders another round. */
  orderedAgain: number;
};

/** Expected times are whole minutes, so that they are exact in every unit. */
function course(number: number, named: string, minutes: number, orderedBy: number, orderedAgain: number): Course {
  const [abbreviation = '', name = ''] = named.split(': ');
  return { number, name, abbreviation, sequence: number, expectedSeconds: minutes * 60, orderedBy, orderedAgain };
}

/** The second course of a party that orders only one besides the mains. */
const drinks = course(1, 'DR: Drinks', 4, 0.9, 0.15);
/** The course that every party orders. */
const mains = course(3, 'MA: Mains', 18, 1, 0.01);
/** The menu in the order of serving. */
const menu: readonly Course[] = [
  drinks,
  course(2, 'ST: Starters', 10, 0.65, 0.02),
  mains,
  course(4, 'DE: Desserts', 8, 0.6, 0.01),
  course(5, 'CF: Coffee & thé', 3, 0.3, 0.05),
];
/** The only course of the cafeteria counter. */
const counterCourse: Course = { ...course(9, 'CO: Counter', 7, 1, 0), sequence: 1 };

/** Table names that need care: empty, right to left, wide, markup, and prefixes that a spreadsheet would execute. */
const tableNames: readonly string[] = [
  '',
  'de Vries',
  'J. Smith',
  "O'Neill",
  'Müller',
  'Łukasz',
  'Garçon–Petit',
  'Familie Jansen',
  'Birthday 🎂 Noor',
  '👨‍👩‍👧‍👦 family',
  '李',
  'عائلة حداد',
  'משפחת לוי',
  '<b>VIP</b>',
  '<img src=x onerror=alert(1)>',
  'Piet "Opa", window',
  '=1+1',
  '@noor',
  '{"number":1}',
  'A & B \\ C',
  'Terrace 4',
];

/** A button pressed at the POS (epoch ms). `lost`: the POS never sends it. */
export type Press = { order: Order; round: CourseRound; event: KitchenEvent; at: number; lost: boolean };

const lostShare = 0.025;
const twiceShare = 0.015;

/** A round of a course (epoch ms). `hasMoreRounds`: the course has several rounds. */
export type CourseRound = {
  course: Course;
  round: number;
  hasMoreRounds: boolean;
  startedAt: number;
  readyAt: number;
  servedAt: number;
};

const slowShare = 0.1;
const forgottenShare = 0.05;

/** An order with its tables and courses. Instants are epoch ms. */
export type Order = {
  kind: 'table' | 'cafeteria';
  orderId: string;
  number: number;
  ticketNumber: number | null;
  /** The tables of the party in order of time; empty at the counter. */
  seats: Array<{ from: number; table: Table }>;
  rounds: CourseRound[];
};

/** How busy the service is. Parties arrive during `minutes`; the last ones are served after it. */
type OrderOptions = {
  opensAt: number;
  minutes: number;
  tables: number;
  orders: number;
  moves: boolean;
};

const counterShare = 0.4;
const sharedTableShare = 0.05;
const movedShare = 0.06;
const clearingMs = 10 * 60_000;
// Like the numbers of the published samples.
const firstTableOrder = 85_201;
const firstCounterOrder = 6_501;

/** All orders of a service. If no table is free, a party waits for the first free one. */
export function generateOrders(options: OrderOptions, random: Random): Order[] {
  const atCounter = Math.round(options.orders * counterShare);
  const freeAt = Array.from({ length: options.tables }, () => options.opensAt);
  const orders: Order[] = [];
  for (const [index, arrivesAt] of arrivals(options, options.orders - atCounter, random).entries()) {
    const table = findTable(freeAt, arrivesAt, random);
    const seatedAt = Math.max(arrivesAt, freeAt[table] ?? arrivesAt);
    const order = tableOrder(firstTableOrder + index, table + 1, seatedAt, options, random);
    freeAt[table] = lastInstant(order.rounds) + clearingMs;
    orders.push(order);
  }
  for (const [index, arrivesAt] of arrivals(options, atCounter, random).entries()) {
    orders.push(counterOrder(firstCounterOrder + index, arrivesAt, random));
  }
  return orders;
}

/** Arrival times (epoch ms, ascending): most in the middle of the service. */
function arrivals({ opensAt, minutes }: OrderOptions, count: number, random: Random): number[] {
  const instants = Array.from({ length: count }, () => {
    return opensAt + Math.floor((random() * 0.75 + random() * 0.25) * minutes * 60_000);
  });
  return instants.sort((a, b) => a - b);
}

function findTable(freeAt: readonly number[], now: number, random: Random): number {
  const free = [...freeAt.keys()].filter((table) => (freeAt[table] ?? 0) <= now);
  if (free.length > 0) return pick(random, free);
  return freeAt.indexOf(freeAt.reduce((soonest, instant) => Math.min(soonest, instant)));
}

function tableOrder(
  number: number,
  tableNumber: number,
  seatedAt: number,
  options: OrderOptions,
  random: Random,
): Order {
  const table = {
    number: tableNumber,
    subNumber: random() < sharedTableShare ? 2 : 1,
    tableName: pick(random, tableNames),
    numberOfGuests: between(random, 1, 8),
  };
  const chosen = menu.filter((course) => random() < course.orderedBy);
  const courses = chosen.length > 1 ? chosen : [drinks, mains];
  const rounds = generateRounds(courses, seatedAt, random);
  const seats = [{ from: seatedAt, table }];
  if (options.moves && random() < movedShare) {
    // To a table on the terrace, whose numbers continue those inside.
    const terrace = options.tables + between(random, 1, 20);
    const from = seatedAt + Math.floor(random() * (lastInstant(rounds) - seatedAt));
    seats.push({ from, table: { ...table, number: terrace, subNumber: 1 } });
  }
  return { kind: 'table', orderId: orderId(random), number, ticketNumber: null, seats, rounds };
}

function counterOrder(number: number, arrivesAt: number, random: Random): Order {
  const rounds = generateRounds([counterCourse], arrivesAt, random);
  return { kind: 'cafeteria', orderId: orderId(random), number, ticketNumber: number % 100, seats: [], rounds };
}

/** A random UUID from the seeded sequence. */
export function orderId(random: Random): string {
  return uuid({ random: Uint8Array.from({ length: 16 }, () => between(random, 0, 255)) });
}

/**
 * The rounds of all courses of a party that is seated at `seatedAt`. Steps that could be taken for a skewed clock
 * (SPEC.md, F5) are at least a minute apart, so that the truth is unambiguous.
 */
function generateRounds(courses: readonly Course[], seatedAt: number, random: Random): CourseRound[] {
  const rounds: CourseRound[] = [];
  let nextStart = seatedAt + between(random, 60_000, 4 * 60_000);
  for (const course of courses) {
    const first = generateRound(course, 1, nextStart, random);
    // The party eats before the next course; further rounds do not delay it.
    nextStart = first.servedAt + between(random, 5 * 60_000, 16 * 60_000);
    let latest = first;
    rounds.push(first);
    while (random() < course.orderedAgain) {
      const startsAt = latest.servedAt + between(random, 4 * 60_000, 20 * 60_000);
      latest = generateRound(course, latest.round + 1, startsAt, random);
      rounds.push(latest);
    }
    for (const round of rounds) if (round.course === course) round.hasMoreRounds = latest.round > 1;
  }
  return rounds;
}

/** When the last round was served. */
function lastInstant(rounds: readonly CourseRound[]): number {
  return Math.max(...rounds.map((round) => round.servedAt));
}

function generateRound(course: Course, round: number, startedAt: number, random: Random): CourseRound {
  const pace = 0.7 + random() * 0.5 + (random() < slowShare ? 0.3 + random() * 0.7 : 0);
  const readyAt = startedAt + Math.round(course.expectedSeconds * 1000 * pace);
  const forgotten = random() < forgottenShare ? between(random, 3 * 60_000, 6 * 60_000) : 0;
  const servedAt = readyAt + between(random, 20_000, 150_000) + forgotten;
  return { course, round, hasMoreRounds: false, startedAt, readyAt, servedAt };
}

/**
 * The presses of an order, each at its own instant. With faults some steps are lost (never all of a course) and some
 * are pressed twice, except in courses with several rounds, where the round of a later step would be ambiguous.
 */
export function pressButtons(order: Order, faults: boolean, random: Random): Press[] {
  const usedInstants = new Set<number>();
  const presses: Press[] = [];
  for (const round of order.rounds) {
    for (const press of pressRound(order, round, faults && !round.hasMoreRounds, random)) {
      while (usedInstants.has(press.at)) press.at += 1;
      usedInstants.add(press.at);
      presses.push(press);
    }
  }
  return presses;
}

function pressRound(order: Order, round: CourseRound, faults: boolean, random: Random): Press[] {
  const steps: Array<[KitchenEvent, number]> = [
    ['kitchenStartCourse', round.startedAt],
    ['kitchenCompleteCourse', round.readyAt],
    ['kitchenServeCourse', round.servedAt],
  ];
  const presses = steps.map(([event, at]) => ({ order, round, event, at, lost: faults && random() < lostShare }));
  if (presses.some((press) => press.lost)) {
    const delivered = presses.find((press) => !press.lost) ?? presses[0];
    if (delivered) delivered.lost = false;
    return presses;
  }
  const repeatedPress = faults && random() < twiceShare ? presses[between(random, 0, 2)] : undefined;
  // Before the next step: preparation takes at least two minutes, the pass at least 20 seconds.
  return repeatedPress
    ? [...presses, { ...repeatedPress, at: repeatedPress.at + between(random, 1_000, 15_000) }]
    : presses;
}
