import type { LiveClient } from '../harness/builds';
import type { ChildServer } from '../harness/child-server';
import type { Random } from '../pos-simulator/random';
import type { Kitchen, Screen, ScreenOptions } from './network-screen';

/** What a scenario uses: its own branch, on a server that it may share. */
export type ScenarioContext = {
  kitchen: Kitchen;
  client: LiveClient;
  folder: string;
  random: Random;
  /** Number of screens that reconnect at once. */
  screens: number;
  server: () => ChildServer;
  /** Kills the server, awaits `between`, and starts a server on the same folder and port. */
  restart: (between: () => Promise<void>) => Promise<void>;
  /** Opens a screen and waits until it is up to date. It is closed at the end of the scenario. */
  screen: (options?: Partial<ScreenOptions>) => Promise<Screen>;
  /** Waits until all these screens are up to date, and records how long it took. */
  waitUntilUpToDate: (screens: readonly Screen[], withinMs?: number) => Promise<void>;
  /** Reports a violation. */
  addViolation: (problem: string) => void;
  /** Records a figure; the report shows the maximum. */
  figure: (name: string, value: number) => void;
};

export type Scenario = {
  name: string;
  run: (context: ScenarioContext) => Promise<void>;
  /** Skips the comparison with the folded board, which assumes a correct clock. */
  skipsFold?: boolean;
};

/** Time within which a screen must be up to date again (docs/reliability.md). */
export const UP_TO_DATE_WITHIN_MS = 3_000;
