import type { ChildServer } from '../harness/child-server';
import type { LiveClient } from '../harness/client-build';
import type { Random } from '../pos-simulator/random';
import type { Kitchen } from './kitchen';
import type { Screen, ScreenOptions } from './screen';

/** The environment of a scenario: a branch of its own, on a server that it may share. */
export type Stage = {
  kitchen: Kitchen;
  client: LiveClient;
  folder: string;
  random: Random;
  /** Number of screens that reconnect at once. */
  screens: number;
  server: () => ChildServer;
  /** Kills the server and starts the next on the same folder and port. Resolves when that one listens. */
  restart: (between: () => Promise<void>) => Promise<void>;
  /** Opens a screen and waits until it is right. It is closed at the end of the scenario. */
  screen: (wish?: Partial<ScreenOptions>) => Promise<Screen>;
  /** Waits until all these screens are right, and records how long the last took. */
  areRight: (screens: readonly Screen[], withinMs?: number) => Promise<void>;
  /** Reports a broken promise. */
  broke: (problem: string) => void;
  /** Records a figure for the table; the highest counts. */
  figure: (name: string, value: number) => void;
};

export type Scenario = {
  name: string;
  play: (stage: Stage) => Promise<void>;
  /** Skips the comparison with the fold: a fast clock led to a state that the right time does not produce. */
  isFoldLeftOut?: boolean;
};

/** Time after the return of the server within which a screen must be right (docs/reliability.md). */
export const RIGHT_WITHIN_MS = 3_000;
