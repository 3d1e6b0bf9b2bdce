import { stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { REFUSALS } from '../../contract/deliveries';
import type { Figure } from './figure';
import { readinessOf } from './readiness';

/** Outcomes of deliveries, and whether they can be stored. */
export const QUEUE_FIGURES: readonly Figure[] = [
  {
    name: 'heatlamp_deliveries_total',
    help: 'Deliveries with a right signature, by what they were answered as; spooled ones wait in the spool, not-stored ones got a 503.',
    is: 'counter',
    labels: ['outcome'],
    read: ({ source }) => [...source.counters.answered].map(([outcome, value]) => ({ labels: { outcome }, value })),
  },
  {
    name: 'heatlamp_refusals_total',
    help: 'Requests to a webhook that were turned away, by the code that they got and what was wrong with their body.',
    is: 'counter',
    labels: ['code', 'problem'],
    // Report zeros too: a series that begins at 1 has no increase, so no alarm.
    read: ({ source }) => [
      ...Object.keys(REFUSALS).map((code) => ({ labels: { code, problem: '' }, value: 0 })),
      ...source.refusals.list().map(({ code, problem, count }) => ({
        labels: { code, problem: problem ?? '' },
        value: count,
      })),
    ],
  },
  {
    name: 'heatlamp_answer_seconds',
    help: 'From the head of a delivery to its answer, which follows the commit, or the fsync of the spool.',
    is: 'histogram',
    read: ({ source }) => source.counters.answerSeconds,
  },
  {
    name: 'heatlamp_batch_deliveries',
    help: 'Deliveries that were committed together.',
    is: 'histogram',
    read: ({ source }) => source.counters.batchDeliveries,
  },
  {
    name: 'heatlamp_fold_seconds',
    help: 'Reading what is known of a batch, and folding it.',
    is: 'histogram',
    read: ({ source }) => source.counters.foldSeconds,
  },
  {
    name: 'heatlamp_commit_seconds',
    help: 'Writing a batch, COMMIT and its fsync.',
    is: 'histogram',
    read: ({ source }) => source.counters.commitSeconds,
  },
  {
    name: 'heatlamp_queue_waiting',
    help: 'Deliveries and commands that wait for the one writer.',
    is: 'gauge',
    read: ({ source }) => source.queue.state().waiting,
  },
  {
    name: 'heatlamp_ready',
    help: '1 when a delivery would be kept, as GET /readyz says it; 0 when neither the database nor the spool can be written.',
    is: 'gauge',
    read: ({ source }) => Number(readinessOf(source.queue.state(), false).ready),
  },
  {
    name: 'heatlamp_spooling',
    help: '1 while the database cannot be written and deliveries go to the spool.',
    is: 'gauge',
    read: ({ source }) => Number(source.queue.state().isSpooling),
  },
  {
    name: 'heatlamp_spool_bytes',
    help: 'What waits in the spool.',
    is: 'gauge',
    read: ({ source }) => source.queue.state().spoolBytes,
  },
  {
    name: 'heatlamp_spool_deliveries',
    help: 'Deliveries that wait in the spool, without those of a burst that are about to be committed.',
    is: 'gauge',
    read: ({ source }) => source.queue.state().spoolDeliveries,
  },
  {
    name: 'heatlamp_ahead_deliveries',
    help: 'Deliveries of a burst that are answered, on the disk in the spool, and about to be committed.',
    is: 'gauge',
    read: ({ source }) => source.queue.state().burst,
  },
  {
    name: 'heatlamp_spool_set_aside_bytes',
    help: 'Lines of the spool that could not be stored in any form: set-aside.jsonl, until somebody takes it away.',
    is: 'gauge',
    read: ({ source }) => bytesOf(path.join(source.config.spoolDir, 'set-aside.jsonl')),
  },
  {
    name: 'heatlamp_data_folder_free_bytes',
    help: 'Room that is left where the database and the spool are.',
    is: 'gauge',
    // A disk that does not answer must not hide the other metrics.
    read: ({ source }) =>
      statfs(source.config.dataDir).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => [],
      ),
  },
];

/** 0 for a file that is not there. */
async function bytesOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
