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
export type Defaults = { size: Size; nodes: number[]; scale: Scale };

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
