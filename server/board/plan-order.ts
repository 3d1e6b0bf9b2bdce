import { type FactType, isSameFact, outranks, STEP } from '../../domain/fact';
import { type FoldedOrder, foldOrder } from '../../domain/fold';
import { tableKey } from '../../domain/order-table';
import { isSame } from '../../lib/same';
import type { Delivery, Reading, Settled } from '../intake/delivery';
import { KITCHEN_EVENTS } from '../webhooks/events';
import type { KeptFact, LiveOrder } from './branch-state';
import type { LostFact } from './load-orders';

export type FactDelivery = Delivery & { reading: Extract<Reading, { kind: 'fact' }> };

/** What some deliveries mean for their order. Nothing is written yet, and the order in memory is left as it is. */
export type OrderPlan = {
  /** With its new facts; its tickets are still the old ones. */
  order: LiveOrder;
  /** Null when nothing that the deliveries tell is new. */
  folded: FoldedOrder | null;
  /** Its names, its table or when it came there are other than they were, or it is new. */
  isRenamed: boolean;
  inserted: KeptFact[];
  /** Facts that were there, with other content or in another round. */
  updated: KeptFact[];
  settled: Map<string, Settled>;
  /** The tables that the order concerned before, and its news for each; empty where nothing of that can have changed. */
  concernedBefore: FoldedOrder['tablesConcerned'];
};

/**
 * Works out what deliveries of one order, in order of receipt, add to its facts. The order must have its facts; `lost` are
 * those that its tickets were folded from and that it no longer has.
 */
export function planOrder(
  order: LiveOrder,
  deliveries: readonly FactDelivery[],
  lost: readonly LostFact[] = [],
): OrderPlan {
  const known = order.facts ?? [];
  const facts = [...known];
  const bodies = [...order.bodies];
  const settled = new Map<string, Settled>();
  let isNews = lost.length > 0;
  const told = (delivery: FactDelivery, outcome: Settled['outcome'], reason: string | null) =>
    settled.set(delivery.id, { outcome, reason, code: null });

  for (const delivery of deliveries) {
    const { fact, notes } = delivery.reading;
    const step = STEP[fact.type];
    const before = bodies.find(({ sha256 }) => sha256 === delivery.bodySha256);
    if (before && before.step !== step) {
      // The path is not signed: caught bytes, posted to another event's path, must not become another fact.
      told(delivery, 'ignored', `the same bytes came for ${eventOfStep(before.step)}`);
      continue;
    }
    if (!before) bodies.push({ sha256: delivery.bodySha256, step });
    const place = facts.findIndex((kept) => isSameFact(kept.fact, fact));
    const holder = facts[place];
    if (!holder || outranks(fact, holder.fact)) {
      facts[holder ? place : facts.length] = { fact, deliveryId: delivery.id, round: holder?.round ?? 0 };
      isNews = true;
    }
    told(delivery, holder ? 'repeat' : 'applied', notes.length > 0 ? notes.join('; ') : null);
  }

  if (!isNews || facts.length === 0)
    return {
      order: { ...order, bodies },
      folded: null,
      isRenamed: false,
      inserted: [],
      updated: [],
      settled,
      concernedBefore: new Map(),
    };

  const folded = foldFacts(facts);
  const inserted: KeptFact[] = [];
  const updated: KeptFact[] = [];
  // Counted by hand: entries() would make an array of each, for every delivery.
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
  // What is the same stays the same object: each of its tickets is compared with what it was.
  const { names, table, seatedAt } = isRenamed ? folded : order;
  return {
    order: { ...order, names, table, seatedAt, facts, bodies },
    folded,
    isRenamed,
    inserted,
    updated,
    settled,
    concernedBefore: mayHaveMoved || lost.length > 0 ? concernedBy(known, order, lost) : new Map(),
  };
}

/** Itself where it is in that round already: most facts of an order are what they were. */
function inRound(kept: KeptFact, round: number | undefined): KeptFact {
  return round === undefined || round === kept.round ? kept : { ...kept, round };
}

function hasSameNames({ names, table, seatedAt }: LiveOrder, folded: FoldedOrder): boolean {
  return seatedAt === folded.seatedAt && isSame(names, folded.names) && isSame(table, folded.table);
}

function foldFacts(facts: readonly KeptFact[]): FoldedOrder {
  return foldOrder(facts.map(({ fact }) => fact));
}

/** The tables that an order concerned by the facts that it had; of what is lost, the table that it is stored at is known. */
function concernedBy(
  known: readonly KeptFact[],
  { table }: LiveOrder,
  lost: readonly LostFact[],
): OrderPlan['concernedBefore'] {
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
