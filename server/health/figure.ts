import type { Histogram } from '../../lib/histogram';
import type { Core } from '../core';
import type { watchEventLoop } from './event-loop';

export type Sample = { labels?: Record<string, string | number>; value: number };

/** What a figure is read from, when somebody asks. */
export type Watched = { core: Core; eventLoop: ReturnType<typeof watchEventLoop> };

/** One figure of GET /metrics. Units as Prometheus wants them: seconds and bytes. */
export type Figure = { name: string; help: string } & (
  | {
      is: 'counter' | 'gauge';
      labels?: readonly string[];
      read: (watched: Watched) => Sample[] | number | Promise<Sample[] | number>;
    }
  | { is: 'histogram'; read: (watched: Watched) => Histogram }
);
