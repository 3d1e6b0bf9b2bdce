import type { Metric, Registry } from 'prom-client';
import { BRANCH_METRICS } from './branch-metrics';
import { watchEventLoop } from './event-loop';
import type { MetricDefinition, MetricsContext, MetricsSource, Sample } from './metric';
import { PROCESS_METRICS } from './process-metrics';
import { QUEUE_METRICS } from './queue-metrics';

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
