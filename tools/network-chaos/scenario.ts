import type { ChildServer } from '../harness/child-server';
import type { LiveClient } from '../harness/client-build';
import type { Random } from '../pos-simulator/random';
import type { Kitchen } from './kitchen';
import type { Screen, ScreenWish } from './screen';

/** Where a scenario plays: a kitchen to itself, on a server that it may share. */
export type Stage = {
  kitchen: Kitchen;
  client: LiveClient;
  folder: string;
  random: Random;
  /** How many come back at once. */
  screens: number;
  server: () => ChildServer;
  /** Kills the server and starts the next on the same folder and port. Resolves when that one listens. */
  restart: (between: () => Promise<void>) => Promise<void>;
  /** A screen that is right to begin with. It is closed with the stage. */
  screen: (wish?: Partial<ScreenWish>) => Promise<Screen>;
  /** Waits until all these are right after `from`, and notes how long the last took. */
  areRight: (screens: readonly Screen[], withinMs?: number) => Promise<void>;
  /** A promise that was not kept. */
  broke: (words: string) => void;
  /** A figure for the table, of which the highest counts. */
  figure: (name: string, value: number) => void;
};

export type Scenario = {
  name: string;
  play: (stage: Stage) => Promise<void>;
  /** A clock that was ahead has brought the server to what no fold at the right time makes. */
  isFoldLeftOut?: boolean;
};

/** How soon after its return a screen must be right again (docs/reliability.md). */
export const RIGHT_WITHIN_MS = 3_000;
