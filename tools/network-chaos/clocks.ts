import { setTimeout as wait } from 'node:timers/promises';
import { HOUR_MS } from '../../lib/time-units';
import { between } from '../pos-simulator/random';
import { activeNow } from './active-clock';
import { type Scenario, type ScenarioContext, UP_TO_DATE_WITHIN_MS } from './scenario';
import type { Screen } from './screen';
import { setServerClock } from './server-clock';

/** Timers show seconds. */
const MAX_CLOCK_ERROR_MS = 500;

export const CLOCKS: readonly Scenario[] = [
  { name: "a page's clock jumps an hour", run: jumpClock },
  { name: 'a page sleeps', run: pauseScreen },
  { name: "the server's clock is set", run: changeServerClock, skipsFold: true },
];

/** Waits until the screen knows the server's time and is live. */
async function waitUntilClockIsRight(
  { store, monitor, name }: Screen,
  serverNow: () => number,
  context: ScenarioContext,
): Promise<void> {
  const from = activeNow();
  const errorMs = () => Math.abs((store.serverNow() ?? 0) - serverNow());
  while (errorMs() > MAX_CLOCK_ERROR_MS || monitor.level() !== 'live') {
    if (activeNow() - from > UP_TO_DATE_WITHIN_MS)
      return context.addViolation(`${name} is ${Math.round(errorMs())} ms off and ${monitor.level()}`);
    await wait(20);
  }
  context.figure('ms until clocks were correct', activeNow() - from);
  context.figure('remaining error of clocks, ms', errorMs());
}

async function jumpClock(context: ScenarioContext): Promise<void> {
  let aheadMs = 0;
  const one = await context.screen({ monotonicNow: () => performance.now() + aheadMs });
  for (const jump of [HOUR_MS, between(context.random, 10_000, 4 * HOUR_MS)]) {
    await waitUntilClockIsRight(one, Date.now, context);
    aheadMs += jump;
    await context.kitchen.changeBoard();
    await waitUntilClockIsRight(one, Date.now, context);
    await context.waitUntilUpToDate([one]);
  }
}

/** The clock stops and messages are delayed, as on a sleeping tablet. */
async function pauseScreen(context: ScenarioContext): Promise<void> {
  let pausedMs = 0;
  let pausedAt: number | null = null;
  const one = await context.screen({ monotonicNow: () => (pausedAt ?? performance.now()) - pausedMs });
  await waitUntilClockIsRight(one, Date.now, context);
  one.network.delay({ toServer: 0, toScreen: 8_000 });
  pausedAt = performance.now();
  await context.kitchen.changeBoard(2);
  await wait(between(context.random, 4_000, 7_000));
  pausedMs += performance.now() - pausedAt;
  pausedAt = null;
  one.network.delay({ toServer: 0, toScreen: 0 });
  await waitUntilClockIsRight(one, Date.now, context);
  await context.waitUntilUpToDate([one]);
}

async function changeServerClock(context: ScenarioContext): Promise<void> {
  const one = await context.screen({ skipsClosed: true });
  for (const aheadMs of [HOUR_MS, -HOUR_MS, between(context.random, -60_000, 60_000), 0]) {
    await setServerClock(context.server(), aheadMs);
    // The next head announces the change, and one or two requests correct the clock.
    await wait(2_100);
    await waitUntilClockIsRight(one, () => Date.now() + aheadMs, context);
    await context.kitchen.changeBoard();
    await context.waitUntilUpToDate([one]);
  }
}
