import { isSameFact, outranks, STEP } from '../../domain/fact';
import { type FoldedOrder, foldOrder } from '../../domain/fold';
import { tableKey } from '../../domain/order-table';
import { isLate } from '../../domain/sealed';
import { isSame } from '../../lib/collections';
import type { Delivery, DeliveryResult, Translation } from '../intake/delivery';
import { eventOfStep } from '../webhooks/events';
import type { KeptFact, LiveOrder, SeenBody } from './branch-state';
import type { LostFact } from './load-orders';

export type FactDelivery = Delivery & { translation: Extract<Translation, { kind: 'fact' }> };

/** The changes of an order by deliveries. Computing them changes neither memory nor the database. */
export type OrderPlan = {
  /** The order with its new facts, but still with its old tickets. */
  order: LiveOrder;
  /** The folded order; null if the deliveries contain nothing new. */
  folded: FoldedOrder | null;
  /** Whether the order is new, or its names, its table or its arrival there changed, so that its row must be written. */
  mustWriteRow: boolean;
  inserted: KeptFact[];
  /** Known facts that now have other content or another round. */
  updated: KeptFact[];
  results: Map<string, DeliveryResult>;
  /** The tables that the order affected before, with its newest fact for each; empty if they cannot have changed. */
  affectedBefore: FoldedOrder['tablesConcerned'];
};

/**
 * Computes the changes of an order by its deliveries, in order of receipt. The facts of the order must be loaded. `lost`
 * has facts of its tickets that can no longer be read.
 */
export function planOrder(
  order: LiveOrder,
  deliveries: readonly FactDelivery[],
  lost: readonly LostFact[] = [],
): OrderPlan {
  const known = order.facts ?? [];
  const { facts, bodies, results, hasNews } = addFacts(order, deliveries);
  if ((!hasNews && lost.length === 0) || facts.length === 0)
    return {
      order: { ...order, bodies },
      folded: null,
      mustWriteRow: false,
      inserted: [],
      updated: [],
      results,
      affectedBefore: new Map(),
    };
  const folded = foldFacts(facts);
  const { placed, inserted, updated } = placeInRounds(known, facts, folded);
  const mayHaveMoved = known.length > 0 && (folded.tablesConcerned.size > 1 || updated.length > 0);
  const mustWriteRow = known.length === 0 || !hasSameNames(order, folded);
  // Unchanged parts stay the same objects, so that tickets can be compared cheaply.
  const { names, table, seatedAt } = mustWriteRow ? folded : order;
  return {
    order: { ...order, names, table, seatedAt, facts: placed, bodies },
    folded,
    mustWriteRow,
    inserted,
    updated,
    results,
    affectedBefore: mayHaveMoved || lost.length > 0 ? tablesAffectedBy(known, order, lost) : new Map(),
  };
}

type AddedFacts = {
  /** The facts of the order with the new ones. A fact that outranks a known one has its place. */
  facts: KeptFact[];
  bodies: SeenBody[];
  results: OrderPlan['results'];
  hasNews: boolean;
};

/** F1: adds the facts of deliveries to those of an order, and decides the outcome of each delivery. */
function addFacts(order: LiveOrder, deliveries: readonly FactDelivery[]): AddedFacts {
  const facts = [...(order.facts ?? [])];
  const bodies = [...order.bodies];
  const results: OrderPlan['results'] = new Map();
  let hasNews = false;
  const setResult = (delivery: FactDelivery, outcome: DeliveryResult['outcome'], reason: string | null) =>
    results.set(delivery.id, { outcome, reason, code: null });

  for (const delivery of deliveries) {
    const { fact, notes } = delivery.translation;
    if (isLate(fact.at, order)) {
      setResult(delivery, 'ignored', 'the order was sealed before, because its names or bodies were erased');
      continue;
    }
    const step = STEP[fact.type];
    const before = bodies.find(({ sha256 }) => sha256 === delivery.bodySha256);
    if (before && before.step !== step) {
      // The path is not signed: an intercepted body that is posted to another path must not become another fact.
      setResult(delivery, 'ignored', `the same bytes came for ${eventOfStep(before.step) ?? 'another event'}`);
      continue;
    }
    if (!before) bodies.push({ sha256: delivery.bodySha256, step });
    const place = facts.findIndex((kept) => isSameFact(kept.fact, fact));
    const holder = facts[place];
    if (!holder || outranks(fact, holder.fact)) {
      facts[holder ? place : facts.length] = { fact, deliveryId: delivery.id, round: holder?.round ?? 0 };
      hasNews = true;
    }
    setResult(delivery, holder ? 'repeat' : 'applied', notes.length > 0 ? notes.join('; ') : null);
  }
  return { facts, bodies, results, hasNews };
}

/** Gives each fact its round of the folded order, and compares them with the known facts, which have the same places. */
function placeInRounds(
  known: readonly KeptFact[],
  facts: readonly KeptFact[],
  { roundOf }: FoldedOrder,
): { placed: KeptFact[] } & Pick<OrderPlan, 'inserted' | 'updated'> {
  const inserted: KeptFact[] = [];
  const updated: KeptFact[] = [];
  const placed = facts.map((kept, place) => {
    const fact = inRound(kept, roundOf.get(kept.fact));
    const before = known[place];
    if (!before) inserted.push(fact);
    else if (isChanged(before, fact)) updated.push(fact);
    return fact;
  });
  return { placed, inserted, updated };
}

/** The fact with this round; the same object if the round did not change. */
function inRound(kept: KeptFact, round: number | undefined): KeptFact {
  return round === undefined || round === kept.round ? kept : { ...kept, round };
}

function hasSameNames({ names, table, seatedAt }: LiveOrder, folded: FoldedOrder): boolean {
  return seatedAt === folded.seatedAt && isSame(names, folded.names) && isSame(table, folded.table);
}

function foldFacts(facts: readonly KeptFact[]): FoldedOrder {
  return foldOrder(facts.map(({ fact }) => fact));
}

/** The tables that an order affected by its old facts. Lost facts count for its stored table. */
function tablesAffectedBy(
  known: readonly KeptFact[],
  { table }: LiveOrder,
  lost: readonly LostFact[],
): OrderPlan['affectedBefore'] {
  const places = new Map(known.length === 0 ? [] : foldFacts(known).tablesConcerned);
  if (table && lost.length > 0) {
    const { number, subNumber } = table;
    const newsAt = Math.max(places.get(tableKey(table))?.newsAt ?? 0, ...lost.map(({ at }) => at));
    places.set(tableKey(table), { number, subNumber, newsAt });
  }
  return places;
}

function isChanged(before: KeptFact, after: KeptFact): boolean {
  return before.deliveryId !== after.deliveryId || before.round !== after.round;
}
