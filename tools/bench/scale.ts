const CONNECTIONS = [1, 16, 64] as const;
const RATES = [20, 200] as const;
export const SCREENS = 50;

/** The size of a round, the same for all servers. */
export type Scale = {
  rounds: number;
  throughput: {
    /** Deliveries before the measurement, until hot code is compiled. */
    warmUp: number;
    /** By connections. */
    deliveries: Record<(typeof CONNECTIONS)[number], number>;
  };
  screens: {
    warmUp: number;
    /** By rate. */
    deliveries: Record<(typeof RATES)[number], number>;
    /** Ms without requests before memory is measured. */
    settleMs: number;
    /** Ms until Heatlamp has ended the thread of its pages: half a minute after the last of them. */
    untilIdleMs: number;
  };
};

export const FULL: Scale = {
  rounds: 5,
  throughput: { warmUp: 4_000, deliveries: { 1: 1_000, 16: 5_000, 64: 8_000 } },
  screens: { warmUp: 400, deliveries: { 20: 140, 200: 1_000 }, settleMs: 2_000, untilIdleMs: 35_000 },
};

/** A short run to test the bench; its figures are not representative. */
export const QUICK: Scale = {
  rounds: 1,
  throughput: { warmUp: 300, deliveries: { 1: 200, 16: 1_200, 64: 2_400 } },
  screens: { warmUp: 100, deliveries: { 20: 30, 200: 300 }, settleMs: 500, untilIdleMs: 500 },
};
