import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Histogram } from '../../lib/percentile';
import type { Boards } from '../board/boards';
import type { Config } from '../config';
import type { Admission } from '../http/admission';
import type { Counters } from '../intake/delivery';
import type { QueueState } from '../intake/write-queue';
import type { Retention } from '../privacy/retention';
import type { Reader } from '../reader/queries';
import type { Presence } from '../screens/presence';
import type { Screen } from '../screens/screens';
import type { Refusals } from '../webhooks/refusals';

/** Delay of the main thread's event loop in seconds, since the last call. */
type EventLoopDelay = { p50: number; p99: number; max: number };

const RESOLUTION_MS = 10;

export type Sample = { labels: Record<string, string | number>; value: number };

/** The parts of the server that metrics are read from. */
export type MetricsSource = {
  config: Pick<Config, 'dataDir' | 'databaseUrl'>;
  queue: { state: () => QueueState };
  boards: Pick<Boards, 'taken'>;
  reader: Pick<Reader, 'state'>;
  screens: () => ReadonlyMap<string, Screen>;
  presence: Presence;
  counters: Counters;
  refusals: Refusals;
  admission: Pick<Admission, 'cut'>;
  retention: Pick<Retention, 'state'>;
  /** Server time, epoch ms. */
  now: () => number;
};

/** The sources of metrics at the time of a scrape. */
export type MetricsContext = { source: MetricsSource; eventLoop: ReturnType<typeof watchEventLoop> };

/** A metric of GET /metrics, in seconds or bytes, the base units of Prometheus. */
export type MetricDefinition = { name: string; help: string } & (
  | {
      is: 'counter' | 'gauge';
      read: (watched: MetricsContext) => Sample[] | number | Promise<Sample[] | number>;
    }
  | { is: 'histogram'; read: (watched: MetricsContext) => Histogram }
);

/** Starts measuring, with a timer. `take` returns the delays since the last call. */
export function watchEventLoop(): { take: () => EventLoopDelay; stop: () => void } {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  /** The histogram measures from tick to tick, so the length of a tick is subtracted. */
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1_000);
  return {
    take() {
      // An empty histogram returns huge numbers.
      const isEmpty = histogram.count === 0;
      const delay = {
        p50: isEmpty ? 0 : late(histogram.percentile(50)),
        p99: isEmpty ? 0 : late(histogram.percentile(99)),
        max: isEmpty ? 0 : late(histogram.max),
      };
      histogram.reset();
      return delay;
    },
    stop: () => void histogram.disable(),
  };
}
