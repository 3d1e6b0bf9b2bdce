/** The measured servers, as the report names them. */
export const TARGETS = ['heatlamp', 'baseline', 'baseline with group commit'] as const;
export type Target = (typeof TARGETS)[number];

/** A server on a temporary folder. */
export type MeasuredServer = {
  target: Target;
  url: string;
  port: number;
  pid: number;
  /** Token of a screen of branch 1; empty if screens need none. */
  token: string;
  /** Number of deliveries in its database. */
  stored: () => number | Promise<number>;
  /** Ends it and removes its folder. */
  stop: () => Promise<void>;
};
