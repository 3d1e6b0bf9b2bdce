import path from 'node:path';
import { percentile } from '../../lib/percentile';
import { startChild } from './child';
import type { MeasuredServer } from './measured-server';
import type { ScreenOptions } from './screens-process';

/** When a screen received a message, and the steps that the message shows. */
export type Received = { at: number; steps: readonly string[] };

/** When the POSTs of a branch started, by the key of the step, and what each of its screens received. */
type BranchSteps = { startTimes: ReadonlyMap<string, number>; screens: readonly (readonly Received[])[] };

/** Percentiles over all steps and screens, in ms, and the number of steps seen and missed. */
export type Latencies = { p50: number; p99: number; seen: number; missed: number };

/** Screens of a branch at one server. */
export type ScreenGroup = ScreenOptions & { count: number };

/** Options of the screens, as JSON in the variable SCREENS. */
export type ScreensPlan = { groups: readonly ScreenGroup[] };

/** What was posted to a branch: the key of each step, and when its POST started. */
export type Steps = { branch: number; startTimes: [key: string, at: number][] };

/** Requests the latencies of the steps that were posted since the last request. */
export type LatencyRequest = { steps: readonly Steps[] };

/** Connected screens, in a separate process. */
export type Screens = {
  /** The latencies of the steps that were posted since the last call. */
  latencies: (steps: readonly Steps[], timeoutMs: number) => Promise<Latencies>;
  stop: () => Promise<void>;
};

const PAGE_TIMEOUT_MS = 10_000;

/**
 * Connects `count` screens of branch 1 in a separate process. If the server has pages, each screen loads its page
 * first, because rendering also uses memory of the server.
 */
export async function loadAndConnectScreens(server: MeasuredServer, count: number): Promise<Screens> {
  const { url, token } = server;
  if (token !== '') for (let screen = 0; screen < count; screen += 1) await loadPage(url, token);
  return startScreens([{ url, token, branch: 1, count }]);
}

/** Connects screens in a separate process, without loading pages. */
export async function startScreens(groups: readonly ScreenGroup[]): Promise<Screens> {
  const plan: ScreensPlan = { groups };
  const program = path.join(import.meta.dirname, 'screens-process.ts');
  const { request, stop } = await startChild(program, { SCREENS: JSON.stringify(plan) });
  return { latencies: (steps, timeoutMs) => request<Latencies>({ steps } satisfies LatencyRequest, timeoutMs), stop };
}

async function loadPage(url: string, token: string): Promise<void> {
  const response = await fetch(`${url}/kitchen`, {
    headers: { Cookie: `heatlamp_screen=${token}` },
    redirect: 'error',
    signal: AbortSignal.timeout(PAGE_TIMEOUT_MS),
  });
  const page = await response.text();
  if (!response.ok) throw new Error(`the page of a wall returned ${response.status}: ${page.slice(0, 200)}`);
}

/**
 * The time from the start of each step's POST to the first message that shows it, on every screen of its branch. All
 * instants are ms of one clock. A step that two screens never showed counts as missed twice.
 */
export function latenciesOf(branches: readonly BranchSteps[]): Latencies {
  const times = branches.flatMap(({ startTimes, screens }) =>
    screens.flatMap((received) => timesOnScreen(startTimes, received)),
  );
  const expected = branches.reduce((sum, { startTimes, screens }) => sum + startTimes.size * screens.length, 0);
  const missed = expected - times.length;
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), seen: times.length, missed };
}

function timesOnScreen(startTimes: BranchSteps['startTimes'], received: readonly Received[]): number[] {
  const first = new Map<string, number>();
  for (const { at, steps } of received)
    for (const step of steps) if (!first.has(step) && startTimes.has(step)) first.set(step, at);
  return [...first].map(([step, at]) => at - (startTimes.get(step) ?? Number.NaN));
}
