import { type DeliveryOutcome, OUTCOMES } from '../../contract/deliveries';
import { createHistogram, type Histogram } from '../../lib/histogram';
import type { StoreResult } from './delivery';

/** The outcome of a delivery, or that it could not be stored and was answered 503. */
export type Answered = DeliveryOutcome | 'not-stored';

/** Figures of a committed batch. */
export type Committed = {
  deliveries: number;
  /** Time to load their orders and fold them, in ms. */
  foldMs: number;
  /** Time to write, COMMIT and fsync, in ms. */
  commitMs: number;
};

/**
 * Counters for /metrics. Plain numbers: prom-client takes ten times as long for each, and 7 MB even if nothing reads
 * them.
 */
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
  countBatch: (batch: Committed) => void;
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
