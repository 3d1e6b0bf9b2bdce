import type { FoldMark, TicketChanges } from '../contract/live';
import { groupBy } from '../lib/collections';
import { type CourseNamed, compareFacts, type Fact, type Instant, type OrderNames, type TableNamed } from './fact';
import { NOTHING_CHANGED, type TableHistory, tableHistory } from './order-table';
import { evolve, type Round } from './round';

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
