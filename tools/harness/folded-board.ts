import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Board, Table, Ticket } from '../../contract/live';
import type { UnitVotes } from '../../contract/settings';
import { type Fact, factKey, outranks, toIso } from '../../domain/fact';
import { type FoldedOrder, foldOrder } from '../../domain/fold';
import { tableKey } from '../../domain/order-table';
import { type EarlyReceipt, posOffset } from '../../domain/pos-offset';
import { keptTickets } from '../../domain/practice';
import { agreedUnit, unitVote } from '../../domain/preparation-unit';
import { limitsFor, settledUnit } from '../../domain/settings';
import { readParty, viewTable } from '../../domain/table';
import { closesAt, type KeptTicket, type Reading, readTicket } from '../../domain/ticket';
import { groupBy } from '../../lib/collections';
import type { StoredBranch, StoredData, StoredDelivery } from './stored-data';

/** Tries and not time: on a busy machine one try may take seconds. */
const MAX_TRIES = 25;
const RETRY_MS = 200;
const RESPONSE_TIMEOUT_MS = 60_000;

/** Where to read the board, of branch 1 by default. `onVersion` receives every board that is read. */
type BoardSource = { url: URL; token: string; branch?: number; onVersion?: (board: Board) => void };

const CLOSED_TICKET_MS = 30 * 60_000;
const TABLE_MS = 7 * 86_400_000;
/** The settings used here exist per branch, not per course. */
const NO_COURSE = 0;

/** A folded order, its facts by key, and the deliveries of each fact. */
export type OrderWithFacts = {
  branch: number;
  identity: string;
  folded: FoldedOrder;
  facts: Map<string, { fact: Fact; sources: StoredDelivery[] }>;
};

/** Folds all stored deliveries with the domain's rules, without code of the server. */
export function foldDeliveries(deliveries: readonly StoredDelivery[]): OrderWithFacts[] {
  const withFacts = deliveries.flatMap((delivery) =>
    delivery.translation.kind === 'fact' && (delivery.outcome === 'applied' || delivery.outcome === 'repeat')
      ? [{ delivery, ...delivery.translation }]
      : [],
  );
  return [...groupBy(withFacts, ({ branch, identity }) => `${branch}|${identity}`).values()].flatMap((ofOrder) => {
    const facts: OrderWithFacts['facts'] = new Map();
    for (const { delivery, fact } of ofOrder) {
      const existing = facts.get(factKey(fact));
      if (!existing) facts.set(factKey(fact), { fact, sources: [delivery] });
      else {
        existing.sources.push(delivery);
        if (outranks(fact, existing.fact)) existing.fact = fact;
      }
    }
    const [first] = ofOrder;
    if (!first) return [];
    const folded = foldOrder([...facts.values()].map(({ fact }) => fact));
    return [{ branch: first.branch, identity: first.identity, folded, facts }];
  });
}

/** How many ms the POS's clock is behind, computed from the times of receipt (docs/contract.md, Time). */
function clockOffsetOf(deliveries: readonly StoredDelivery[], branch: number): number {
  const minimumByMinute = new Map<number, number>();
  const receipts: EarlyReceipt[] = [];
  for (const { translation, receivedAt, outcome } of deliveries) {
    if (outcome !== 'applied' || translation.kind !== 'fact' || translation.branch !== branch) continue;
    const minute = Math.floor(receivedAt / 60_000);
    const behind = receivedAt - translation.fact.at;
    minimumByMinute.set(minute, Math.min(behind, minimumByMinute.get(minute) ?? behind));
    receipts.push({ minute, workplace: translation.workplace, behind });
  }
  return posOffset(minimumByMinute, receipts);
}

type ComparableBoard = { tickets: Record<string, unknown>; tables: Record<string, unknown> };

/** The board of a branch, computed from the stored facts, ticket actions and settings. */
function foldBoard(
  kept: StoredData,
  orders: readonly OrderWithFacts[],
  branch: StoredBranch,
  at: Moment,
): ComparableBoard {
  const ofBranch = orders.filter((order) => order.branch === branch.number);
  const now = at.serverNow - at.posOffsetMs;
  const moment = { now, serverNow: at.serverNow };
  const limitsOf = (course: number) => limitsFor(kept.settings, branch.number, course);
  const reading: Reading = { unit: settledUnit(kept.settings, branch.number) ?? unitOf(ofBranch), limitsOf };
  const closes = (ticket: KeptTicket) => closesAt(ticket, limitsOf(NO_COURSE), branch);
  const branchActions = kept.actions.filter((action) => action.branch === branch.number);
  const actionsOf = groupBy(branchActions, ({ identity }) => identity);

  const candidates = ofBranch.map(({ identity, folded }, orderKey) => ({
    orderKey,
    folded,
    actions: actionsOf.get(identity) ?? [],
  }));
  const tickets = keptTickets(candidates, branch.number, moment, limitsOf, branch);
  const onTable = groupBy(tickets, ({ table }) => (table ? tableKey(table) : null));
  const affectedTables = ofBranch.flatMap(({ folded }) => [...folded.tablesConcerned.values()]);
  const tables = [...groupBy(affectedTables, tableKey)].flatMap(([key, occurrences]) => {
    const [table] = occurrences;
    const newsAt = Math.max(...occurrences.map((each) => each.newsAt));
    if (!table || newsAt <= now - TABLE_MS) return [];
    const view = viewTable(onTable.get(key) ?? [], newsAt, now, reading, closes);
    return [comparableTable(table, branch.number, view)];
  });
  const isShown = ({ closedAt }: KeptTicket) => closedAt === null || closedAt > now - CLOSED_TICKET_MS;
  return comparable({ tickets: tickets.filter(isShown).map((ticket) => readTicket(ticket, reading)), tables });
}

/** Server time in epoch ms, and how many ms the POS's clock is behind it. */
export type Moment = { serverNow: number; posOffsetMs: number };

/** The tickets and tables of a board by name, without values that depend on the order of arrival. */
export function comparable({ tickets, tables }: Pick<Board, 'tickets' | 'tables'>): ComparableBoard {
  const keyOf = (ticket: Ticket) =>
    `${ticket.orderId}/${ticket.orderKind}/${ticket.orderYear}/${ticket.orderNumber}/${ticket.course.number}/${ticket.round}`;
  return {
    tickets: Object.fromEntries(tickets.map((ticket) => [keyOf(ticket), { ...ticket, id: null, version: null }])),
    tables: Object.fromEntries(tables.map((table) => [tableKey(table), withoutArrival(table)])),
  };
}

/** The order keys of parties depend on arrival; their order in the list does not. */
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

/** F12: the preparation unit of most finished courses of a branch. */
function unitOf(orders: readonly OrderWithFacts[]) {
  const votes: UnitVotes = { seconds: 0, minutes: 0, milliseconds: 0 };
  for (const { folded } of orders) {
    for (const { posRaw, measuredMs } of folded.tickets) {
      const vote = unitVote(posRaw, measuredMs);
      if (vote) votes[vote] += 1;
    }
  }
  return agreedUnit(votes);
}

export async function readBoard(url: URL, token: string): Promise<Board> {
  const response = await fetch(new URL('/api/v1/board', url), {
    headers: { Authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`the board request returned ${response.status}`);
  return (await response.json()) as Board;
}

/**
 * Compares the board of a server with the board computed from the stored facts, ticket actions and settings. Returns
 * the differences. Retries for five seconds or more, because time-driven changes take effect slightly late.
 */
export async function checkBoard(
  { url, token, branch: number = 1, onVersion }: BoardSource,
  kept: StoredData,
  orders: readonly OrderWithFacts[],
): Promise<string[]> {
  const branch = kept.branches.find((each) => each.number === number);
  if (!branch) return orders.some((order) => order.branch === number) ? [`branch ${number} is not stored`] : [];
  for (let tries = 1; ; tries += 1) {
    const board = await readBoard(url, token);
    onVersion?.(board);
    const expected = foldBoard(kept, orders, branch, momentOf(board));
    const differences = differencesOf(comparable(board), expected);
    const offset = clockOffsetOf(kept.deliveries, number);
    if (board.posOffsetMs !== offset) differences.push(`the POS's clock is ${board.posOffsetMs} ms off, not ${offset}`);
    if (differences.length === 0) return [];
    if (tries === MAX_TRIES)
      return [`the board differs from facts and ticket actions in ${differences.length}: ${differences[0]}`];
    await wait(RETRY_MS);
  }
}

function momentOf({ serverTime, posOffsetMs }: Board) {
  return { serverNow: Date.parse(serverTime), posOffsetMs };
}

function differencesOf(actual: ComparableBoard, expected: ComparableBoard): string[] {
  return (['tickets', 'tables'] as const).flatMap((part) => {
    const names = new Set([...Object.keys(actual[part]), ...Object.keys(expected[part])]);
    return [...names].flatMap((name) => {
      const [is, should] = [actual[part][name], expected[part][name]];
      return isDeepStrictEqual(is, should) ? [] : [`${part} ${name} is ${text(is)}, not ${text(should)}`];
    });
  });
}

function text(part: unknown): string {
  return JSON.stringify(part) ?? 'absent';
}
