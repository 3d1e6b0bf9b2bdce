import { statfs } from 'node:fs/promises';
import { REFUSALS } from '../../contract/constants';
import { lastBackup } from '../backup/backups';
import type { MetricDefinition } from './metric';
import { readinessOf } from './readiness';

/** Metrics of deliveries, the inbox and the projection. */
export const QUEUE_METRICS: readonly MetricDefinition[] = [
  {
    name: 'heatlamp_deliveries_total',
    help: 'Committed deliveries by outcome; not-stored: answered 503.',
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
      ...source.refusals.own().map(({ code, problem, count }) => ({
        labels: { code, problem: problem ?? '' },
        value: count,
      })),
    ],
  },
  {
    name: 'heatlamp_answer_seconds',
    help: 'Time from the headers of a delivery to its response, which follows the sync of the inbox.',
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
    help: 'Deliveries that are not acknowledged yet.',
    is: 'gauge',
    read: ({ source }) => source.queue.state().waiting,
  },
  {
    name: 'heatlamp_ready',
    help: '1 if a delivery could be stored, as in GET /readyz; 0 if neither the database nor the inbox can be written.',
    is: 'gauge',
    read: ({ source }) => Number(readinessOf(source.queue.state(), false).ready),
  },
  {
    name: 'heatlamp_database_away',
    help: '1 while the database cannot be written and deliveries stay in the inbox.',
    is: 'gauge',
    read: ({ source }) => Number(source.queue.state().isAway),
  },
  {
    name: 'heatlamp_inbox_deliveries',
    help: 'Acknowledged deliveries that are not in the database yet.',
    is: 'gauge',
    read: ({ source }) => source.queue.state().inboxDeliveries,
  },
  {
    name: 'heatlamp_inbox_bytes',
    help: 'Size of the acknowledged deliveries that are not in the database yet.',
    is: 'gauge',
    read: ({ source }) => source.queue.state().inboxBytes,
  },
  {
    name: 'heatlamp_inbox_rejected_deliveries',
    help: 'Deliveries that the database cannot store even as unreadable. They stay in the inbox.',
    is: 'gauge',
    read: ({ source }) => source.queue.state().rejected,
  },
  {
    name: 'heatlamp_erased_bodies_total',
    help: 'Bodies of deliveries that were erased past the limits of the settings.',
    is: 'counter',
    read: ({ source }) => source.retention.state().bodies,
  },
  {
    name: 'heatlamp_erased_names_total',
    help: 'Orders whose guest name was erased past the limits of the settings.',
    is: 'counter',
    read: ({ source }) => source.retention.state().names,
  },
  {
    name: 'heatlamp_erasure_failing',
    help: '1 if the last attempt to erase what is past the limits ended with an error; 0 otherwise.',
    is: 'gauge',
    read: ({ source }) => Number(source.retention.state().problem !== null),
  },
  {
    name: 'heatlamp_data_folder_free_bytes',
    help: 'Free space on the disk of the data folder.',
    is: 'gauge',
    // A disk that does not respond must not hide the other metrics.
    read: ({ source }) =>
      statfs(source.config.dataDir).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => [],
      ),
  },
  {
    name: 'heatlamp_last_backup_timestamp_seconds',
    help: 'Time of the last backup that was completed; 0 before the first, absent with PostgreSQL.',
    is: 'gauge',
    read: async ({ source: { config } }) =>
      config.databaseUrl === null ? ((await lastBackup(config.dataDir))?.at ?? 0) / 1_000 : [],
  },
];
