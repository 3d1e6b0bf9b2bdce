import type { RefusalCode } from '../../contract/deliveries';
import { STEP } from '../../domain/fact';
import type { Value } from '../sql/statements';
import type { Reading } from '../webhooks/translate';

/** The outcome of a delivery (contract, Deliveries). */
export type Outcome = 'applied' | 'repeat' | 'ignored' | 'unreadable' | 'follow-up';

/** A request with a valid signature, on its way into the journal. */
export type Delivery = {
  /** UUID version 7, given on receipt. */
  id: string;
  /** Server time, epoch ms. */
  receivedAt: number;
  subscription: string;
  pathEvent: string;
  headers: Record<string, string>;
  body: Buffer;
  bodySha256: string;
  reading: Reading;
  /** It is in the journal already, and is read again. */
  isReplay: boolean;
};

/** The answer to a delivery, known once it is committed. */
export type Settled = { outcome: Outcome; reason: string | null; code: RefusalCode | null };

/** What a delivery that tells no fact comes to. */
export function settledWithoutFact(reading: Exclude<Reading, { kind: 'fact' }>): Settled {
  return { outcome: reading.kind, reason: reading.reason, code: reading.kind === 'unreadable' ? reading.code : null };
}

/** The values of a delivery in the order of DELIVERY_COLUMNS. */
export function deliveryValues(delivery: Delivery, settled: Settled, orderKey: number | null): Value[] {
  return [
    delivery.id,
    delivery.receivedAt,
    delivery.subscription,
    delivery.pathEvent.toWellFormed().replaceAll('\0', '').slice(0, 200),
    JSON.stringify(delivery.headers),
    delivery.body,
    delivery.bodySha256,
    ...outcomeValues(delivery, settled, orderKey),
    delivery.reading.workplace,
  ];
}

/** The values of a delivery as UPDATE_DELIVERIES takes them. */
export function replayValues(delivery: Delivery, settled: Settled, orderKey: number | null): Value[] {
  return [...outcomeValues(delivery, settled, orderKey), delivery.id];
}

function outcomeValues({ reading }: Delivery, settled: Settled, orderKey: number | null): Value[] {
  const fact = reading.kind === 'fact' ? reading.fact : null;
  return [
    settled.outcome,
    settled.reason,
    reading.branch,
    fact ? orderKey : null,
    fact?.course.number ?? null,
    fact ? STEP[fact.type] : null,
    fact?.at ?? null,
  ];
}
