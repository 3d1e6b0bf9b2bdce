import type { Metric, Registry } from 'prom-client';
import { posSkew } from '../../domain/pos-offset';
import type { Screen } from '../screens/screens';
import { type MetricDefinition, type MetricsContext, type MetricsSource, type Sample, watchEventLoop } from './metric';
import { QUEUE_METRICS } from './queue-metrics';

/** Metrics of the POS and the screens of each branch. */
const BRANCH_METRICS: readonly MetricDefinition[] = [
  {
    name: 'heatlamp_last_delivery_timestamp_seconds',
    help: 'Time of the last delivery of a branch, by the clock of the server.',
    is: 'gauge',
    labels: ['branch'],
    read: ({ source }) => byBranch(source, ({ row }) => row.lastDeliveryAt),
  },
  {
    name: 'heatlamp_pos_clock_behind_seconds',
    help: 'How far the clock of the POS is behind the server, negative if it is ahead; absent until there are enough deliveries.',
    is: 'gauge',
    labels: ['branch'],
    read: ({ source }) => byBranch(source, ({ leastByMinute, earlyReceipts }) => posSkew(leastByMinute, earlyReceipts)),
  },
  {
    name: 'heatlamp_screens_paired',
    help: 'Screens that may show a branch, by view; a screen of several branches counts in each.',
    is: 'gauge',
    labels: ['branch', 'view'],
    read: ({ source }) => screensByView(source, 'paired'),
  },
  {
    name: 'heatlamp_screens_live',
    help: 'Screens that are connected and show the branch, by view.',
    is: 'gauge',
    labels: ['branch', 'view'],
    read: ({ source }) => screensByView(source, 'live'),
  },
  {
    name: 'heatlamp_screen_data_age_seconds',
    help: 'Age of the oldest data that connected screens of a branch and view show, as they report every 10 s.',
    is: 'gauge',
    labels: ['branch', 'view'],
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
    labels: ['quantile'],
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
    labels: ['result'],
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
  /** The text and its media type. The first call loads prom-client and starts measuring the event loop. */
  read: () => Promise<{ contentType: string; text: string }>;
  /** Stops measuring the event loop. */
  close: () => void;
};

export const METRICS: readonly MetricDefinition[] = [...QUEUE_METRICS, ...BRANCH_METRICS, ...PROCESS_METRICS];

type PromClient = Pick<typeof import('prom-client'), 'Registry' | 'Counter' | 'Gauge'>;

export function createMetrics(source: MetricsSource): Metrics {
  let opened: Promise<Registry> | null = null;
  const eventLoop: { watch: MetricsContext['eventLoop'] | null } = { watch: null };

  async function open(): Promise<Registry> {
    // Loaded when first used: it takes 7 MB that an unmonitored server does not need.
    const client = await import('prom-client');
    eventLoop.watch ??= watchEventLoop();
    const registry = new client.Registry();
    for (const definition of METRICS) register(client, registry, definition, { source, eventLoop: eventLoop.watch });
    return registry;
  }

  return {
    async read() {
      opened ??= open().catch((error: unknown) => {
        opened = null;
        throw error;
      });
      const registry = await opened;
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
    close: () => eventLoop.watch?.stop(),
  };
}

/** Registers a metric that is read at each scrape. */
function register(client: PromClient, registry: Registry, definition: MetricDefinition, watched: MetricsContext): void {
  const { name, help } = definition;
  if (definition.is === 'histogram') {
    registry.registerMetric(histogramOf(definition, watched));
    return;
  }
  const about = { name, help, labelNames: [...(definition.labels ?? [])], registers: [registry] };
  const read = async (): Promise<Sample[]> => {
    const value = await definition.read(watched);
    return typeof value === 'number' ? [{ value }] : value;
  };
  if (definition.is === 'counter') {
    const counter = new client.Counter({
      ...about,
      async collect() {
        const samples = await read();
        counter.reset();
        for (const { labels = {}, value } of samples) counter.inc(labels, value);
      },
    });
    return;
  }
  const gauge = new client.Gauge({
    ...about,
    async collect() {
      const samples = await read();
      gauge.reset();
      for (const { labels = {}, value } of samples) gauge.set(labels, value);
    },
  });
}

/** A metric that reads a histogram of ours. The one of prom-client would have to observe every value itself. */
function histogramOf(
  { name, help, read }: Extract<MetricDefinition, { is: 'histogram' }>,
  watched: MetricsContext,
): Metric {
  const get = async () => {
    const { bounds, counts, sum } = read(watched);
    let count = 0;
    const buckets = counts.map((each, index) => {
      count += each;
      return { metricName: `${name}_bucket`, labels: { le: bounds[index] ?? '+Inf' }, value: count };
    });
    const totals = [
      { metricName: `${name}_sum`, labels: {}, value: sum() },
      { metricName: `${name}_count`, labels: {}, value: count },
    ];
    return { name, help, type: 'histogram', aggregator: 'sum', values: [...buckets, ...totals] };
  };
  // The registry only uses these members, but its type requires a class of prom-client.
  return { name, get } as unknown as Metric;
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
