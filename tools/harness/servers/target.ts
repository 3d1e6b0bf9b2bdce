/** What is measured, by the names that the table uses. */
export const TARGETS = ['heatlamp', 'baseline', 'baseline with group commit'] as const;
export type Target = (typeof TARGETS)[number];

/** A server that runs on a throw-away folder of its own. */
export type Running = {
  target: Target;
  url: string;
  port: number;
  pid: number;
  /** Of a screen of branch 1; empty where screens need none. */
  token: string;
  /** How many deliveries another process finds in its database. */
  stored: () => number;
  /** Ends it and removes its folder. */
  stop: () => Promise<void>;
};
