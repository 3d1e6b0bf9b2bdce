import type { Board, Table, Ticket } from '../../contract/live';
import type { UnitVotes } from '../../contract/settings';
import { type Fact, factKey, outranks } from '../../domain/fact';
import { type FoldedOrder, foldOrder } from '../../domain/fold';
import { tableKey } from '../../domain/order-table';
import { posOffset } from '../../domain/pos-offset';
import { agreedUnit, unitVote } from '../../domain/preparation-unit';
import { limitsFor, settledUnit } from '../../domain/settings';
import { viewTable } from '../../domain/table';
import { keptTickets } from '../../domain/testing/kept-tickets';
import { closesAt, type KeptTicket, type Reading, readTicket, toIso } from '../../domain/ticket';
import { groupBy } from '../../lib/group';
import { readParty } from '../../server/board/read-board';
import type { KeptBranch, KeptDelivery, KeptFolder } from './kept-folder';

const CLOSED_STAYS_MS = 30 * 60_000;
const TABLE_STAYS_MS = 7 * 86_400_000;
/** Turn-over and closing times exist by branch only, not by course. */
const NO_COURSE = 0;

/** A folded order, and the delivery that gives each fact its content. */
export type FoldedOrderFacts = {
  branch: number;
  identity: string;
  folded: FoldedOrder;
  facts: Map<string, { fact: Fact; sources: KeptDelivery[] }>;
};

/** Folds all stored deliveries with the rules of the domain, without code of the server. */
export function foldJournal(deliveries: readonly KeptDelivery[]): FoldedOrderFacts[] {
  const telling = deliveries.flatMap((delivery) =>
    delivery.reading.kind === 'fact' && (delivery.outcome === 'applied' || delivery.outcome === 'repeat')
      ? [{ delivery, ...delivery.reading }]
      : [],
  );
  return [...groupBy(telling, ({ branch, identity }) => `${branch}|${identity}`).values()].flatMap((ofOrder) => {
    const facts: FoldedOrderFacts['facts'] = new Map();
    for (const { delivery, fact } of ofOrder) {
      const known = facts.get(factKey(fact));
      if (!known) facts.set(factKey(fact), { fact, sources: [delivery] });
      else {
        known.sources.push(delivery);
        if (outranks(fact, known.fact)) known.fact = fact;
      }
    }
    const [first] = ofOrder;
    if (!first) return [];
    const folded = foldOrder([...facts.values()].map(({ fact }) => fact));
    return [{ branch: first.branch, identity: first.identity, folded, facts }];
  });
}

/** How far the POS's clock is behind, by the times of receipt of the deliveries (contract, Time). */
export function clockOffsetOf(deliveries: readonly KeptDelivery[], branch: number): number {
  const leastByMinute = new Map<number, number>();
  for (const { reading, receivedAt, outcome } of deliveries) {
    if (outcome !== 'applied' || reading.kind !== 'fact' || reading.branch !== branch) continue;
    const minute = Math.floor(receivedAt / 60_000);
    const late = receivedAt - reading.fact.at;
    leastByMinute.set(minute, Math.min(late, leastByMinute.get(minute) ?? late));
  }
  return posOffset(leastByMinute);
}

export type ComparableBoard = { tickets: Record<string, unknown>; tables: Record<string, unknown> };

/**
 * The board that facts, ticket actions and settings alone produce for a branch, at an instant of the server's clock.
 */
export function foldBoard(
  kept: KeptFolder,
  orders: readonly FoldedOrderFacts[],
  branch: KeptBranch,
  at: Moment,
): ComparableBoard {
  const own = orders.filter((order) => order.branch === branch.number);
  const now = at.serverNow - at.posOffsetMs;
  const moment = { now, serverNow: at.serverNow };
  const limitsOf = (course: number) => limitsFor(kept.settings, branch.number, course);
  const reading: Reading = { unit: settledUnit(kept.settings, branch.number) ?? unitOf(own), limitsOf };
  const closes = (ticket: KeptTicket) => closesAt(ticket, limitsOf(NO_COURSE), branch);
  const ownActions = kept.actions.filter((action) => action.branch === branch.number);
  const actionsOf = groupBy(ownActions, ({ identity }) => identity);

  const toKeep = own.map(({ identity, folded }, orderKey) => ({
    orderKey,
    folded,
    actions: actionsOf.get(identity) ?? [],
  }));
  const tickets = keptTickets(toKeep, branch.number, moment, limitsOf, branch);
  const onTable = groupBy(tickets, ({ table }) => (table ? tableKey(table) : null));
  const concerned = own.flatMap(({ folded }) => [...folded.tablesConcerned.values()]);
  const tables = [...groupBy(concerned, tableKey)].flatMap(([key, news]) => {
    const [place] = news;
    const newsAt = Math.max(...news.map((each) => each.newsAt));
    if (!place || newsAt <= now - TABLE_STAYS_MS) return [];
    const view = viewTable(onTable.get(key) ?? [], newsAt, now, reading, closes);
    return [comparableTable(place, branch.number, view)];
  });
  const isShown = ({ closedAt }: KeptTicket) => closedAt === null || closedAt > now - CLOSED_STAYS_MS;
  return comparable({ tickets: tickets.filter(isShown).map((ticket) => readTicket(ticket, reading)), tables });
}

/** Server time in epoch ms, and how many ms the POS's clock is behind it. */
export type Moment = { serverNow: number; posOffsetMs: number };

/** A board with its parts by name, without what depends on arrival. */
export function comparable({ tickets, tables }: Pick<Board, 'tickets' | 'tables'>): ComparableBoard {
  const nameOf = (ticket: Ticket) =>
    `${ticket.orderId}/${ticket.orderKind}/${ticket.orderYear}/${ticket.orderNumber}/${ticket.course.number}/${ticket.round}`;
  return {
    tickets: Object.fromEntries(tickets.map((ticket) => [nameOf(ticket), { ...ticket, id: null, version: null }])),
    tables: Object.fromEntries(tables.map((table) => [tableKey(table), withoutArrival(table)])),
  };
}

/** The order keys of parties depend on arrival; their place in the list does not. */
function withoutArrival(table: Table) {
  return { ...table, version: null, parties: table.parties.map((party) => ({ ...party, orderKey: null })) };
}

function comparableTable(
  { number, subNumber }: { number: string; subNumber: string },
  branch: number,
  view: ReturnType<typeof viewTable>,
): Table {
  const { name, guests, status, since, courses, firstCourseAt, lastFoodAt } = view;
  const parties = view.parties.map(readParty);
  const instants = { since: toIso(since), firstCourseAt: toIso(firstCourseAt), lastFoodAt: toIso(lastFoodAt) };
  return { branch, number, subNumber, name, guests, status, courses, parties, ...instants, version: 0 };
}

/** F12: the unit on which the finished courses of a branch agree. */
function unitOf(orders: readonly FoldedOrderFacts[]) {
  const votes: UnitVotes = { seconds: 0, minutes: 0, milliseconds: 0 };
  for (const { folded } of orders) {
    for (const { posRaw, measuredMs } of folded.tickets) {
      const vote = unitVote(posRaw, measuredMs);
      if (vote) votes[vote] += 1;
    }
  }
  return agreedUnit(votes);
}
