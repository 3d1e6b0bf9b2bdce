import { type DeliveryOutcome, OUTCOMES, type RefusalCode } from '../../contract/constants';
import { type Fact, STEP } from '../../domain/fact';
import { createHistogram, type Histogram } from '../../lib/percentile';
import type { Value } from '../sql/statements';
import { deliveryRow, outcomeRow } from '../sql/write-statements';

/** The content of a verified body. `branch` is null if it cannot be read. */
export type BodyContent =
  | { kind: 'fact'; branch: number; identity: string; fact: Fact; notes: string[] }
  | { kind: 'ignored'; branch: number | null; isScan: boolean; reason: string }
  | { kind: 'follow-up'; branch: number | null; reason: string }
  | { kind: 'unreadable'; branch: number | null; code: RefusalCode; reason: string };

/** The content of a body, and the workplace of the POS that sent it. */
export type Translation = BodyContent & { workplace: number | null };

/** Whether a body on the start path with an actual preparation time is a completion (pos-interface, section 3). */
export type PathSlip = { isRead: boolean; exceptInBranches: number[] };

/** Everything besides the body that its translation depends on. */
export type TranslationContext = {
  pathEvent: string;
  /** The event that the subscription is pinned to. */
  pinnedEvent: string | null;
  pathSlip: PathSlip;
  contentType: string | null;
  /** The branches of which the subscription may send; absent or null for all. */
  branches?: readonly number[] | null | undefined;
};

/** Translates the body of a delivery. Passed into this folder, which knows nothing of the POS's format. */
export type Translate = (
  body: Uint8Array,
  bodySha256: string,
  addressed: TranslationContext,
  receivedAt: number,
) => Translation;

/** A request with a valid signature. */
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
  translation: Translation;
  /** The delivery is already stored, and is translated again. */
  isReplay: boolean;
  /** An earlier commit may have stored the delivery: before a crash, or without a reply. */
  mayBeStored?: boolean;
};

/** What a delivery led to, known once it is committed. */
export type DeliveryResult = { outcome: DeliveryOutcome; reason: string | null; code: RefusalCode | null };

/**
 * Where a delivery was stored: in the inbox, or in the database if the inbox cannot be written. `nowhere`: not stored, so
 * it must not be acknowledged.
 */
export type StoreResult = { storedIn: 'inbox' | 'nowhere' } | ({ storedIn: 'database' } & DeliveryResult);

/** The outcome of a delivery without a fact. */
export function resultWithoutFact(translation: Exclude<Translation, { kind: 'fact' }>): DeliveryResult {
  return {
    outcome: translation.kind,
    reason: translation.reason,
    code: translation.kind === 'unreadable' ? translation.code : null,
  };
}

/** A row of INSERT_DELIVERIES. */
export function rowOfDelivery(delivery: Delivery, result: DeliveryResult, orderKey: number | null): Value[] {
  return deliveryRow({
    id: delivery.id,
    receivedAt: delivery.receivedAt,
    subscription: delivery.subscription,
    pathEvent: delivery.pathEvent.toWellFormed().replaceAll('\0', '').slice(0, 200),
    headers: JSON.stringify(delivery.headers),
    body: delivery.body,
    bodySha256: delivery.bodySha256,
    ...outcomeValues(delivery, result, orderKey),
    workplace: delivery.translation.workplace,
  });
}

/** A row of UPDATE_DELIVERIES. */
export function rowOfReplay(delivery: Delivery, result: DeliveryResult, orderKey: number | null): Value[] {
  return outcomeRow({ ...outcomeValues(delivery, result, orderKey), id: delivery.id });
}

function outcomeValues({ translation }: Delivery, { outcome, reason }: DeliveryResult, orderKey: number | null) {
  const fact = translation.kind === 'fact' ? translation.fact : null;
  return {
    outcome,
    reason,
    branch: translation.branch,
    orderKey: fact ? orderKey : null,
    courseNumber: fact?.course.number ?? null,
    step: fact ? STEP[fact.type] : null,
    at: fact?.at ?? null,
  };
}

/** The outcome of a delivery, or that it could not be stored and was answered 503. */
type Answered = DeliveryOutcome | 'not-stored';

/** Figures of a committed batch. */
type CommittedBatch = {
  deliveries: number;
  /** Time to load their orders and fold them, in ms. */
  foldMs: number;
  /** Time to write, COMMIT and fsync, in ms. */
  commitMs: number;
};

/** Counters for /metrics. Plain numbers, because deliveries wait for them. */
export type Counters = {
  answered: ReadonlyMap<Answered, number>;
  /** Seconds from the head of a request to its response. */
  answerSeconds: Histogram;
  batchDeliveries: Histogram;
  foldSeconds: Histogram;
  commitSeconds: Histogram;
  countAnswer: (result: StoreResult, tookMs: number) => void;
  /** Counts the outcome of a committed delivery. */
  countOutcome: (outcome: Answered) => void;
  countBatch: (batch: CommittedBatch) => void;
};

const ANSWERED: readonly Answered[] = [...OUTCOMES, 'not-stored'];
/** In seconds, around the promised 100 ms and the POS's timeout. */
const ANSWER_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const WORK_BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];
const BATCH_BOUNDS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

export function createCounters(): Counters {
  const answered = new Map<Answered, number>(ANSWERED.map((outcome) => [outcome, 0]));
  const answerSeconds = createHistogram(ANSWER_BOUNDS);
  const batchDeliveries = createHistogram(BATCH_BOUNDS);
  const foldSeconds = createHistogram(WORK_BOUNDS);
  const commitSeconds = createHistogram(WORK_BOUNDS);
  const countOutcome = (outcome: Answered) => void answered.set(outcome, (answered.get(outcome) ?? 0) + 1);
  return {
    answered,
    answerSeconds,
    batchDeliveries,
    foldSeconds,
    commitSeconds,
    countAnswer(result, tookMs) {
      if (result.storedIn === 'nowhere') countOutcome('not-stored');
      answerSeconds.add(tookMs / 1_000);
    },
    countOutcome,
    countBatch({ deliveries, foldMs, commitMs }) {
      batchDeliveries.add(deliveries);
      foldSeconds.add(foldMs / 1_000);
      commitSeconds.add(commitMs / 1_000);
    },
  };
}
