/** How much is asked of a server. */
export type Scale = {
  screens: number;
  /** Deliveries a second, and for how many seconds. */
  steadyRate: number;
  seconds: number;
  /** Deliveries within one second. */
  burst: number;
  /** How long the server is away, and how many deliveries a second the POS has meanwhile. */
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
