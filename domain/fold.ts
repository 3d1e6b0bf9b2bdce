import type { FoldMark, TicketChanges } from '../contract/live';
import { groupBy } from '../lib/collections';
import { type CourseNamed, compareFacts, type Fact, type Instant, type OrderNames, type TableNamed } from './fact';
import { NOTHING_CHANGED, type TableHistory, tableHistory } from './order-table';

/** One course of one order in one round (F2), as it follows from the facts. */
export type FoldedTicket = {
  course: CourseNamed;
  round: number;
  startedAt: Instant | null;
  readyAt: Instant | null;
  servedAt: Instant | null;
  /** The newest fact of this round. */
  lastNewsAt: Instant;
  expectedRaw: number | null;
  posRaw: number | null;
  /** F6: milliseconds from start to ready; null if a step is missing or clocks disagree. */
  measuredMs: number | null;
  marks: FoldMark[];
  changes: TicketChanges;
};

export type FoldedOrder = {
  names: OrderNames;
  table: TableNamed | null;
  /** When it came to its current table. */
  seatedAt: Instant;
  /** The newest fact of the order. */
  lastNewsAt: Instant;
  /** F7: every table that the order was ever at, with the newest fact that concerns it. */
  tablesConcerned: TableHistory['concerned'];
  tickets: FoldedTicket[];
  /** The round that each fact belongs to. */
  roundOf: Map<Fact, number>;
};

/**
 * F1: the state of one order. Depends only on the set of its facts, not on their order of arrival.
 * The facts must be of one order and distinct (no two `isSameFact`). Throws if there are none.
 */
export function foldOrder(facts: readonly Fact[]): FoldedOrder {
  const sorted = facts.toSorted(compareFacts);
  const newest = sorted.at(-1);
  if (!newest) throw new Error('an order has at least one fact');

  const history = tableHistory(sorted);
  const roundOf = new Map<Fact, number>();
  const tickets = [...groupBy(sorted, (fact) => fact.course.number).values()].flatMap((courseFacts) => {
    let rounds: readonly Round[] = [];
    for (const fact of courseFacts) {
      const evolved = evolve(rounds, fact);
      rounds = evolved.rounds;
      roundOf.set(fact, evolved.round);
    }
    if (rounds.length === 1 && rounds[0]) return [ticketOf(rounds[0], courseFacts, courseFacts, history)];
    const byRound = groupBy(courseFacts, (fact) => roundOf.get(fact));
    return rounds.map((round) => ticketOf(round, byRound.get(round.round) ?? [], courseFacts, history));
  });

  return {
    names: namesOf(sorted),
    table: history.table,
    seatedAt: history.seatedAt,
    lastNewsAt: newest.at,
    tablesConcerned: history.concerned,
    tickets,
    roundOf,
  };
}

function ticketOf(
  round: Round,
  roundFacts: readonly Fact[],
  courseFacts: readonly Fact[],
  history: TableHistory,
): FoldedTicket {
  const { startedAt } = round;
  const readyAt = round.stage === 'cooking' ? null : round.readyAt;
  const servedAt = round.stage === 'served' ? round.servedAt : null;
  const completion = roundFacts.findLast((fact) => fact.type === 'CourseCompleted');
  const first = roundFacts[0];
  const marks: FoldMark[] = [];
  if (round.round > 1) marks.push('second-round');
  if (startedAt === null) marks.push('no-start');
  if (servedAt !== null && readyAt === null) marks.push('no-ready');
  if (round.clock) marks.push('clock');
  if (round.completedAgain) marks.push('completed-again');
  if (first && history.movedAfter(first)) marks.push('moved');
  if (first && history.renamedAfter(first)) marks.push('renamed');
  if (first && history.guestsChangedAfter(first)) marks.push('guests');
  return {
    course: courseNamed(courseFacts),
    round: round.round,
    startedAt,
    readyAt,
    servedAt,
    lastNewsAt: roundFacts.at(-1)?.at ?? Number.NEGATIVE_INFINITY,
    expectedRaw: newestKnown(roundFacts, (fact) => knownTime(fact.expectedRaw)),
    posRaw: completion?.type === 'CourseCompleted' ? knownTime(completion.posRaw) : null,
    measuredMs: startedAt === null || readyAt === null || round.clock ? null : readyAt - startedAt,
    marks,
    changes: changesOf(marks, history.changedFrom),
  };
}

/** F7c: the values before each change that a ticket is marked with. */
function changesOf(marks: readonly FoldMark[], from: TicketChanges): TicketChanges {
  if (marks.length === 0) return NOTHING_CHANGED;
  return {
    tableFrom: marks.includes('moved') ? from.tableFrom : null,
    nameFrom: marks.includes('renamed') ? from.nameFrom : null,
    guestsFrom: marks.includes('guests') ? from.guestsFrom : null,
  };
}

/** Each name from the newest fact of the course that has it. */
function courseNamed(facts: readonly Fact[]): CourseNamed {
  return {
    number: facts[0]?.course.number ?? 0,
    name: newestKnown(facts, (fact) => fact.course.name),
    abbreviation: newestKnown(facts, (fact) => fact.course.abbreviation),
    sequence: newestKnown(facts, (fact) => fact.course.sequence),
  };
}

/** Each identifier from the newest fact that has it; an order that was ever a table order stays one. */
function namesOf(sorted: readonly Fact[]): OrderNames {
  const kind = sorted.some((fact) => fact.order.kind === 'table') ? 'table' : 'cafeteria';
  const newest = <Name>(read: (names: OrderNames) => Name | null) =>
    newestKnown(sorted, ({ order }) => (order.kind === kind ? read(order) : null));
  return {
    kind,
    orderId: newest((names) => names.orderId),
    otherOrderId: newest((names) => names.otherOrderId),
    year: newest((names) => names.year),
    number: newest((names) => names.number),
    ticketNumber: newestKnown(sorted, (fact) => fact.order.ticketNumber),
  };
}

/** The value that `read` returns for the newest fact for which it is not null; null if there is none. */
function newestKnown<Value>(sorted: readonly Fact[], read: (fact: Fact) => Value | null): Value | null {
  for (let index = sorted.length - 1; index >= 0; index -= 1) {
    const fact = sorted[index];
    const value = fact ? read(fact) : null;
    if (value !== null) return value;
  }
  return null;
}

/** F12: the POS sends zero for "no time". */
function knownTime(raw: number | null): number | null {
  return raw !== null && raw > 0 ? raw : null;
}

/** F5: the largest tolerated difference between the clocks of two devices. */
const CLOCK_TOLERANCE_MS = 60_000;

type Common = {
  /** Starts at 1 and increases each time the order has this course again. */
  round: number;
  /** F5: a step has the time of a clock that disagrees, so durations are not measured. */
  clock: boolean;
  completedAgain: boolean;
};

/** One round of one course of an order. Each stage has only the times that are possible in it. */
export type Round = Common &
  (
    | { stage: 'cooking'; startedAt: Instant }
    | { stage: 'ready'; startedAt: Instant | null; readyAt: Instant }
    | { stage: 'served'; startedAt: Instant | null; readyAt: Instant | null; servedAt: Instant }
  );

/** The rounds after a fact, and the number of the round that the fact belongs to. */
type Evolved = { rounds: readonly Round[]; round: number };

/**
 * F3 to F5: applies one fact of a course. Facts must come in the order of F1; a fact that does not fit has no effect.
 */
export function evolve(rounds: readonly Round[], fact: Fact): Evolved {
  switch (fact.type) {
    case 'CourseStarted':
      return started(rounds, fact.at);
    case 'CourseCompleted':
      return completed(rounds, fact.at);
    case 'CourseServed':
      return served(rounds, fact.at);
  }
}

function started(rounds: readonly Round[], at: Instant): Evolved {
  const last = rounds.at(-1);
  if (last?.stage === 'cooking') return unchanged(rounds, last);
  if (last && last.startedAt === null && at - nextStepAfterStart(last) <= CLOCK_TOLERANCE_MS) {
    return replaced(rounds, { ...last, startedAt: at, clock: true });
  }
  return opened(rounds, { stage: 'cooking', startedAt: at });
}

function completed(rounds: readonly Round[], at: Instant): Evolved {
  const last = rounds.at(-1);
  switch (last?.stage) {
    case 'cooking':
      return replaced(rounds, { ...last, stage: 'ready', readyAt: at });
    case 'ready':
      return replaced(rounds, { ...last, readyAt: at, completedAgain: true });
    case 'served':
      if (last.readyAt === null && at - last.servedAt <= CLOCK_TOLERANCE_MS) {
        return replaced(rounds, { ...last, readyAt: at, clock: true });
      }
  }
  return opened(rounds, { stage: 'ready', startedAt: null, readyAt: at });
}

function served(rounds: readonly Round[], at: Instant): Evolved {
  const last = rounds.at(-1);
  if (!last) return opened(rounds, { stage: 'served', startedAt: null, readyAt: null, servedAt: at });
  const open = rounds.find((round) => round.stage === 'ready') ?? rounds.findLast((round) => round.stage === 'cooking');
  if (!open) return unchanged(rounds, last);
  return replaced(rounds, {
    ...open,
    stage: 'served',
    readyAt: open.stage === 'ready' ? open.readyAt : null,
    servedAt: at,
  });
}

/** The instant of the step that should have followed the missing start. */
function nextStepAfterStart(round: Exclude<Round, { stage: 'cooking' }>): Instant {
  return round.stage === 'ready' ? round.readyAt : (round.readyAt ?? round.servedAt);
}

function unchanged(rounds: readonly Round[], of: Round): Evolved {
  return { rounds, round: of.round };
}

function replaced(rounds: readonly Round[], by: Round): Evolved {
  return { rounds: rounds.map((round) => (round.round === by.round ? by : round)), round: by.round };
}

type Opening =
  | { stage: 'cooking'; startedAt: Instant }
  | { stage: 'ready'; startedAt: null; readyAt: Instant }
  | { stage: 'served'; startedAt: null; readyAt: null; servedAt: Instant };

function opened(rounds: readonly Round[], opening: Opening): Evolved {
  const round = rounds.length + 1;
  return { rounds: [...rounds, { round, clock: false, completedAgain: false, ...opening }], round };
}
