/** The load of a run. */
export type Scale = {
  screens: number;
  /** Deliveries per second, and for how many seconds. */
  steadyRate: number;
  seconds: number;
  /** Deliveries within one second. */
  burst: number;
  /** Duration of the outage, and deliveries per second meanwhile. */
  outageSeconds: number;
  outageRate: number;
};

export const FULL: Scale = {
  screens: 100,
  steadyRate: 50,
  seconds: 60,
  burst: 500,
  outageSeconds: 60,
  outageRate: 5,
};
