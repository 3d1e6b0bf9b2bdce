import type { MetricDefinition } from './metric';

export const PROCESS_METRICS: readonly MetricDefinition[] = [
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
