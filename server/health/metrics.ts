import { statfs } from 'node:fs/promises';
import { REFUSALS } from '../../contract/constants';
import { posSkew } from '../../domain/pos-offset';
import { groupBy } from '../../lib/collections';
import type { Histogram } from '../../lib/percentile';
import { lastBackup } from '../backup/backups';
import type { Screen } from '../screens/screens';
import { type MetricDefinition, type MetricsContext, type MetricsSource, type Sample, watchEventLoop } from './metric';
import { readinessOf } from './readiness';

/** Metrics of deliveries, the inbox and the projection. */
const QUEUE_METRICS: readonly MetricDefinition[] = [
  {
    name: 'heatlamp_deliveries_total',
    help: 'Committed deliveries by outcome; not-stored: answered 503.',
    is: 'counter',
    read: ({ source }) => [...source.counters.answered].map(([outcome, value]) => ({ labels: { outcome }, value })),
  },
  {
    name: 'heatlamp_refusals_total',
    help: 'Refused webhook requests, by code and by what was wrong with their body.',
    is: 'counter',
    // Zeros are reported too: a series that starts at 1 has no increase, so no alert would fire.
    read({ source }) {
      const zeros = Object.keys(REFUSALS).map((code) => ({ code, problem: null, count: 0 }));
      // They are counted by subscription too, which is no label.
      const same = groupBy([...zeros, ...source.refusals.own()], ({ code, problem }) => `${code} ${problem}`);
      return [...same.values()].map((refusals) => {
        const { code = '', problem = null } = refusals[0] ?? {};
        return { labels: { code, problem: problem ?? '' }, value: refusals.reduce((sum, { count }) => sum + count, 0) };
      });
    },
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

/** Metrics of the POS and the screens of each branch. */
const BRANCH_METRICS: readonly MetricDefinition[] = [
  {
    name: 'heatlamp_last_delivery_timestamp_seconds',
    help: 'Time of the last delivery of a branch, by the clock of the server.',
    is: 'gauge',
    read: ({ source }) => byBranch(source, ({ row }) => row.lastDeliveryAt),
  },
  {
    name: 'heatlamp_pos_clock_behind_seconds',
    help: 'How far the clock of the POS is behind the server, negative if it is ahead; absent until there are enough deliveries.',
    is: 'gauge',
    read: ({ source }) => byBranch(source, ({ leastByMinute, earlyReceipts }) => posSkew(leastByMinute, earlyReceipts)),
  },
  {
    name: 'heatlamp_screens_paired',
    help: 'Screens that may show a branch, by view; a screen of several branches counts in each.',
    is: 'gauge',
    read: ({ source }) => screensByView(source, 'paired'),
  },
  {
    name: 'heatlamp_screens_live',
    help: 'Screens that are connected and show the branch, by view.',
    is: 'gauge',
    read: ({ source }) => screensByView(source, 'live'),
  },
  {
    name: 'heatlamp_screen_data_age_seconds',
    help: 'Age of the oldest data that connected screens of a branch and view show, as they report every 10 s.',
    is: 'gauge',
    read: ({ source }) => shownDataAges(source),
  },
];

type BranchOfBoard = ReturnType<MetricsSource['boards']['taken']>[number];

const PROCESS_METRICS: readonly MetricDefinition[] = [
  {
    name: 'heatlamp_cut_connections_total',
    help: 'Connections that were ended to make room for others, because too many were open.',
    is: 'counter',
    read: ({ source }) => source.admission.cut().connections,
  },
  {
    name: 'heatlamp_event_loop_delay_seconds',
    help: 'Delay of the event loop of the main thread since the last scrape; quantile 1 is the maximum.',
    is: 'gauge',
    read({ eventLoop }) {
      const { p50, p99, max } = eventLoop.take();
      return [
        { labels: { quantile: '0.5' }, value: p50 },
        { labels: { quantile: '0.99' }, value: p99 },
        { labels: { quantile: '1' }, value: max },
      ];
    },
  },
  {
    name: 'heatlamp_reader_queries_total',
    help: 'Queries of the reader thread, for history, reports and deliveries, by result.',
    is: 'counter',
    read({ source }) {
      const { answered, failed } = source.reader.state();
      return [
        { labels: { result: 'answered' }, value: answered },
        { labels: { result: 'failed' }, value: failed },
      ];
    },
  },
  {
    name: 'heatlamp_reader_waiting',
    help: 'Unanswered queries of the reader thread.',
    is: 'gauge',
    read: ({ source }) => source.reader.state().waiting,
  },
  {
    name: 'heatlamp_reader_longest_wait_seconds',
    help: 'Waiting time of the oldest unanswered query of the reader thread.',
    is: 'gauge',
    read: ({ source }) => source.reader.state().longestWaitMs / 1_000,
  },
  {
    name: 'heatlamp_reader_busy_seconds',
    help: 'Time that the reader thread has been busy since it started.',
    is: 'gauge',
    read: ({ source }) => source.reader.state().busyMs / 1_000,
  },
  {
    name: 'process_resident_memory_bytes',
    help: 'Resident memory of the process.',
    is: 'gauge',
    read: () => process.memoryUsage.rss(),
  },
  {
    name: 'nodejs_heap_size_used_bytes',
    help: 'Used heap of the main thread.',
    is: 'gauge',
    read: () => process.memoryUsage().heapUsed,
  },
  {
    name: 'process_cpu_seconds_total',
    help: 'Processor time of all threads.',
    is: 'counter',
    read() {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    },
  },
  {
    name: 'process_start_time_seconds',
    help: 'Start time of the process.',
    is: 'gauge',
    read: ({ source }) => source.now() / 1_000 - process.uptime(),
  },
];

/** The metrics of a server in the text format of Prometheus. */
export type Metrics = {
  /** The text and its media type. The first call starts measuring the event loop. */
  read: () => Promise<{ contentType: string; text: string }>;
  /** Stops measuring the event loop. */
  close: () => void;
};

export const METRICS: readonly MetricDefinition[] = [...QUEUE_METRICS, ...BRANCH_METRICS, ...PROCESS_METRICS];

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export function createMetrics(source: MetricsSource): Metrics {
  let eventLoop: MetricsContext['eventLoop'] | null = null;
  return {
    async read() {
      eventLoop ??= watchEventLoop();
      const context = { source, eventLoop };
      const texts = await Promise.all(METRICS.map((definition) => textOf(definition, context)));
      return { contentType: CONTENT_TYPE, text: texts.join('\n') };
    },
    close: () => eventLoop?.stop(),
  };
}

async function textOf(definition: MetricDefinition, context: MetricsContext): Promise<string> {
  const { name, help, is } = definition;
  const lines =
    is === 'histogram' ? histogramLines(name, definition.read(context)) : linesOf(name, await definition.read(context));
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${is}`, ...lines, ''].join('\n');
}

function linesOf(name: string, samples: readonly Sample[] | number): string[] {
  return typeof samples === 'number'
    ? [`${name} ${samples}`]
    : samples.map(({ labels, value }) => {
        const pairs = Object.entries(labels).map(([label, text]) => `${label}=${JSON.stringify(String(text))}`);
        return `${name}{${pairs.join(',')}} ${value}`;
      });
}

function histogramLines(name: string, { bounds, counts, sum }: Histogram): string[] {
  let count = 0;
  const buckets = counts.map((each, index) => {
    count += each;
    return { labels: { le: bounds[index] ?? '+Inf' }, value: count };
  });
  return [...linesOf(`${name}_bucket`, buckets), `${name}_sum ${sum()}`, `${name}_count ${count}`];
}

/** A sample in seconds for each branch whose value in ms is known. */
function byBranch(source: MetricsSource, ms: (branch: BranchOfBoard) => number | null): Sample[] {
  return source.boards.taken().flatMap((branch) => {
    const value = ms(branch);
    return value === null ? [] : [{ labels: { branch: branch.row.number }, value: value / 1_000 }];
  });
}

/** Number of paired or connected screens by branch and view. A branch and view without connected screens reports 0. */
function screensByView(source: MetricsSource, which: 'paired' | 'live'): Sample[] {
  const places = new Map<string, { labels: { branch: number; view: string }; screens: Set<number> }>();
  const placeOf = (branch: number, view: string) => {
    const key = `${branch}/${view}`;
    const known = places.get(key) ?? { labels: { branch, view }, screens: new Set<number>() };
    places.set(key, known);
    return known;
  };
  for (const { id, branches, view } of holding(source))
    for (const branch of branches) {
      const { screens } = placeOf(branch, view);
      if (which === 'paired') screens.add(id);
    }
  if (which === 'live') {
    const views = viewsOf(source);
    for (const { screen, branch } of source.presence.list()) {
      const view = views.get(screen);
      if (view !== undefined) placeOf(branch, view).screens.add(screen);
    }
  }
  return [...places.values()].map(({ labels, screens }) => ({ labels, value: screens.size }));
}

/**
 * The oldest data that connected screens show, in seconds, by branch and view: the last report of
 * each plus the time since. Screens that never report, such as programs, are left out.
 */
function shownDataAges(source: MetricsSource): Sample[] {
  const views = viewsOf(source);
  const now = source.now();
  const worst = new Map<string, Sample & { value: number }>();
  for (const { screen, branch, age } of source.presence.list()) {
    const view = views.get(screen);
    if (age === null || view === undefined) continue;
    const value = (age.ageMs + Math.max(0, now - age.at)) / 1_000;
    const key = `${branch}/${view}`;
    if (value >= (worst.get(key)?.value ?? 0)) worst.set(key, { labels: { branch, view }, value });
  }
  return [...worst.values()];
}

function holding(source: MetricsSource): Screen[] {
  return [...source.screens().values()].filter(({ revokedAt }) => revokedAt === null);
}

function viewsOf(source: MetricsSource): ReadonlyMap<number, string> {
  return new Map(holding(source).map(({ id, view }) => [id, view]));
}
