import type { Figure } from './figure';

/** What the server itself takes, and whether its threads keep up. */
export const PROCESS_FIGURES: readonly Figure[] = [
  {
    name: 'heatlamp_event_loop_delay_seconds',
    help: 'How late the main thread was for what was due, since this was last read; the quantile 1 is the worst.',
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
    name: 'heatlamp_reader_questions_total',
    help: 'What history, reports and journal asked of the thread that reads.',
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
    help: 'Questions that the thread that reads has not answered yet.',
    is: 'gauge',
    read: ({ source }) => source.reader.state().waiting,
  },
  {
    name: 'heatlamp_reader_longest_wait_seconds',
    help: 'How long the oldest of them has waited.',
    is: 'gauge',
    read: ({ source }) => source.reader.state().longestWaitMs / 1_000,
  },
  {
    name: 'heatlamp_reader_busy_seconds',
    help: 'How long the thread that reads has worked since it began.',
    is: 'gauge',
    read: ({ source }) => source.reader.state().busyMs / 1_000,
  },
  {
    name: 'process_resident_memory_bytes',
    help: 'Memory of the whole process that is in RAM.',
    is: 'gauge',
    read: () => process.memoryUsage.rss(),
  },
  {
    name: 'nodejs_heap_size_used_bytes',
    help: 'What the main thread keeps in its heap.',
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
    help: 'When this process began, by our clock.',
    is: 'gauge',
    read: ({ source }) => source.now() / 1_000 - process.uptime(),
  },
];
