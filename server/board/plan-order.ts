import { type FactType, isSameFact, outranks, STEP } from '../../domain/fact';
import { type FoldedOrder, foldOrder } from '../../domain/fold';
import { tableKey } from '../../domain/order-table';
import { isLate } from '../../domain/sealed';
import { isSame } from '../../lib/same';
import type { Delivery, DeliveryResult, Reading } from '../intake/delivery';
import { KITCHEN_EVENTS } from '../webhooks/events';
import type { KeptFact, LiveOrder } from './branch-state';
import type { LostFact } from './load-orders';

export type FactDelivery = Delivery & { reading: Extract<Reading, { kind: 'fact' }> };

/** The changes of an order by deliveries. Computing them changes neither memory nor the database. */
export type OrderPlan = {
  /** The order with its new facts, but still with its old tickets. */
  order: LiveOrder;
  /** The folded order; null if the deliveries contain nothing new. */
  folded: FoldedOrder | null;
  /** Whether the order is new, or its names, its table or its arrival there changed, so that its row must be written. */
  isRenamed: boolean;
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
  const facts = [...known];
  const bodies = [...order.bodies];
  const results = new Map<string, DeliveryResult>();
  let isNews = lost.length > 0;
  const setResult = (delivery: FactDelivery, outcome: DeliveryResult['outcome'], reason: string | null) =>
    results.set(delivery.id, { outcome, reason, code: null });

  for (const delivery of deliveries) {
    const { fact, notes } = delivery.reading;
    if (isLate(fact.at, order)) {
      setResult(delivery, 'ignored', 'the order was sealed before, because its names or bodies were erased');
      continue;
    }
    const step = STEP[fact.type];
    const before = bodies.find(({ sha256 }) => sha256 === delivery.bodySha256);
    if (before && before.step !== step) {
      // The path is not signed: an intercepted body that is posted to another path must not become another fact.
      setResult(delivery, 'ignored', `the same bytes came for ${eventOfStep(before.step)}`);
      continue;
    }
    if (!before) bodies.push({ sha256: delivery.bodySha256, step });
    const place = facts.findIndex((kept) => isSameFact(kept.fact, fact));
    const holder = facts[place];
    if (!holder || outranks(fact, holder.fact)) {
      facts[holder ? place : facts.length] = { fact, deliveryId: delivery.id, round: holder?.round ?? 0 };
      isNews = true;
    }
    setResult(delivery, holder ? 'repeat' : 'applied', notes.length > 0 ? notes.join('; ') : null);
  }

  if (!isNews || facts.length === 0)
    return {
      order: { ...order, bodies },
      folded: null,
      isRenamed: false,
      inserted: [],
      updated: [],
      results,
      affectedBefore: new Map(),
    };

  const folded = foldFacts(facts);
  const inserted: KeptFact[] = [];
  const updated: KeptFact[] = [];
  // A counter, because entries() would allocate an array for each fact of every delivery.
  let place = -1;
  for (const kept of facts) {
    place += 1;
    const placed = inRound(kept, folded.roundOf.get(kept.fact));
    const before = known[place];
    if (!before) inserted.push(placed);
    else if (isChanged(before, placed)) updated.push(placed);
    facts[place] = placed;
  }
  const mayHaveMoved = known.length > 0 && (folded.tablesConcerned.size > 1 || updated.length > 0);
  const isRenamed = known.length === 0 || !hasSameNames(order, folded);
  // Unchanged parts stay the same objects, so that tickets can be compared cheaply.
  const { names, table, seatedAt } = isRenamed ? folded : order;
  return {
    order: { ...order, names, table, seatedAt, facts, bodies },
    folded,
    isRenamed,
    inserted,
    updated,
    results,
    affectedBefore: mayHaveMoved || lost.length > 0 ? tablesAffectedBy(known, order, lost) : new Map(),
  };
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

function eventOfStep(step: number): string {
  return (
    Object.keys(KITCHEN_EVENTS).find((event) => STEP[KITCHEN_EVENTS[event] as FactType] === step) ?? 'another event'
  );
}
