import { percentile } from '../../lib/percentile';
import type { ChainLoad } from '../harness/load-client';
import type { Latencies } from '../harness/screens';

/** The servers that get the same load: the baseline, Heatlamp on SQLite, or this number of nodes on PostgreSQL. */
export type Servers = 'baseline' | 'SQLite' | number;

export type Size = { branches: number; screens: number };

/** The same for all servers. */
export type Scale = {
  perSecond: number;
  seconds: number;
  /** Before the measurement, until hot code is compiled. */
  warmUpSeconds: number;
  /** Ms without requests before memory is measured. */
  settleMs: number;
};

/** The values of the options that are not given. */
type Defaults = { size: Size; nodes: number[]; scale: Scale };

export const FULL: Defaults = {
  size: { branches: 300, screens: 1_000 },
  nodes: [1, 2, 3],
  scale: { perSecond: 100, seconds: 600, warmUpSeconds: 20, settleMs: 10_000 },
};

/** A short run to test the bench; its figures are not representative. */
export const QUICK: Defaults = {
  size: { branches: 20, screens: 60 },
  nodes: [2],
  scale: { perSecond: 50, seconds: 5, warmUpSeconds: 2, settleMs: 1_000 },
};

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
