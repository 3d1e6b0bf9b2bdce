import type { Histogram } from '../../lib/histogram';
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
import type { watchEventLoop } from './event-loop';

export type Sample = { labels?: Record<string, string | number>; value: number };

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
      labels?: readonly string[];
      read: (watched: MetricsContext) => Sample[] | number | Promise<Sample[] | number>;
    }
  | { is: 'histogram'; read: (watched: MetricsContext) => Histogram }
);
