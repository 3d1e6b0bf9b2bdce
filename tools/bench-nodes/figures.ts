import { percentile } from '../../lib/percentile';
import type { ChainLoad } from '../harness/load/chain';
import type { Latencies } from '../harness/screens/latencies';
import type { Servers, Size } from './scale';

type Percentiles = { p50: number; p99: number };

/** Memory of each node in MB: without screens, with them, and at the end of the load. */
export type Memory = { idle: number[]; withScreens: number[]; atEnd: number[] };

/** Shares of one core, from 0: together those of all nodes, and those of all processes of PostgreSQL. */
export type Shares = { nodes: number; postgresql: number | null; generator: number; screens: number };

/** What was measured with some servers and a size of the chain. Times are in ms. */
export type Measured = Size & {
  servers: Servers;
  acknowledgement: Percentiles;
  screen: Percentiles;
  /** Changes that were expected on screens, and those that never came. */
  changes: number;
  missed: number;
  /** How late the generator of the load posted. */
  generatorLate: Percentiles;
  /** Until each node listened, with all boards in memory. */
  startMs: number[];
  memoryMb: Memory;
  /** Null where the system reports processor time too coarsely. */
  shares: Shares | null;
};

/** The figures of the deliveries and of what screens showed. */
export function loadFigures(
  { latenciesMs, lateMs }: Pick<ChainLoad, 'latenciesMs' | 'lateMs'>,
  { p50, p99, seen, missed }: Latencies,
): Pick<Measured, 'acknowledgement' | 'generatorLate' | 'screen' | 'changes' | 'missed'> {
  const percentiles = (values: readonly number[]) => ({ p50: percentile(values, 0.5), p99: percentile(values, 0.99) });
  return {
    acknowledgement: percentiles(latenciesMs),
    generatorLate: percentiles(lateMs),
    screen: { p50, p99 },
    changes: seen + missed,
    missed,
  };
}

/** How much memory one screen takes, in kB, over all nodes. */
export function kilobytesOfScreen({ memoryMb: { idle, withScreens }, screens }: Measured): number {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return ((sum(withScreens) - sum(idle)) * 1_024) / screens;
}
