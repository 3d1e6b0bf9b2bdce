import { stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { REFUSALS } from '../../contract/deliveries';
import type { MetricDefinition } from './metric';
import { readinessOf } from './readiness';

/** Metrics of deliveries, the write queue and the spool. */
export const QUEUE_METRICS: readonly MetricDefinition[] = [
  {
    name: 'heatlamp_deliveries_total',
    help: 'Deliveries with a valid signature, by outcome; spooled: waits in the spool, not-stored: answered 503.',
    is: 'counter',
    labels: ['outcome'],
    read: ({ source }) => [...source.counters.answered].map(([outcome, value]) => ({ labels: { outcome }, value })),
  },
  {
    name: 'heatlamp_refusals_total',
    help: 'Refused webhook requests, by code and by what was wrong with their body.',
    is: 'counter',
    labels: ['code', 'problem'],
    // Zeros are reported too: a series that starts at 1 has no increase, so no alert would fire.
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
    help: 'Time from the headers of a delivery to its response, which follows the commit or the fsync of the spool.',
    is: 'histogram',
    read: ({ source }) => source.counters.answerSeconds,
  },
  {
    name: 'heatlamp_batch_deliveries',
    help: 'Size of committed batches of deliveries.',
    is: 'histogram',
    read: ({ source }) => source.counters.batchDeliveries,
  },
  {
    name: 'heatlamp_fold_seconds',
    help: 'Time to load the orders of a batch and fold them.',
    is: 'histogram',
    read: ({ source }) => source.counters.foldSeconds,
  },
  {
    name: 'heatlamp_commit_seconds',
    help: 'Time to write a batch, COMMIT and fsync.',
    is: 'histogram',
    read: ({ source }) => source.counters.commitSeconds,
  },
  {
    name: 'heatlamp_queue_waiting',
    help: 'Deliveries and commands in the write queue.',
    is: 'gauge',
    read: ({ source }) => source.queue.state().waiting,
  },
  {
    name: 'heatlamp_ready',
    help: '1 if a delivery could be stored, as in GET /readyz; 0 if neither the database nor the spool can be written.',
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
    help: 'Size of the deliveries in the spool.',
    is: 'gauge',
    read: ({ source }) => source.queue.state().spoolBytes,
  },
  {
    name: 'heatlamp_spool_deliveries',
    help: 'Deliveries that wait in the spool, without those of a burst.',
    is: 'gauge',
    read: ({ source }) => source.queue.state().spoolDeliveries,
  },
  {
    name: 'heatlamp_ahead_deliveries',
    help: 'Deliveries of a burst: acknowledged, in the spool, about to be committed.',
    is: 'gauge',
    read: ({ source }) => source.queue.state().burst,
  },
  {
    name: 'heatlamp_spool_set_aside_bytes',
    help: 'Size of set-aside.jsonl, which has lines of the spool that could not be stored.',
    is: 'gauge',
    read: ({ source }) => bytesOf(path.join(source.config.spoolDir, 'set-aside.jsonl')),
  },
  {
    name: 'heatlamp_data_folder_free_bytes',
    help: 'Free space of the disks of the database and the spool.',
    is: 'gauge',
    // A disk that does not respond must not hide the other metrics.
    read: ({ source }) =>
      statfs(source.config.dataDir).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => [],
      ),
  },
];

/** Size in bytes; 0 for a missing file. */
async function bytesOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
