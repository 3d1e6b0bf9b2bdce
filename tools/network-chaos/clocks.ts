import { setTimeout as wait } from 'node:timers/promises';
import { between } from '../pos-simulator/random';
import { restedNow } from './rested-clock';
import { RIGHT_WITHIN_MS, type Scenario, type Stage } from './scenario';
import type { Screen } from './screen';
import { setServerClock } from './server-clock';

const HOUR_MS = 3_600_000;
/** Timers show seconds. */
const WRONG_AT_MOST_MS = 500;

export const CLOCKS: readonly Scenario[] = [
  { name: "a page's clock jumps an hour", play: pageJumps },
  { name: 'a page sleeps', play: pageSleeps },
  { name: "the server's clock is set", play: serverIsSet, isFoldLeftOut: true },
];

/** Checks that the clock is right in time and the screen says that it is live. */
async function isInTime({ store, monitor, name }: Screen, serverNow: () => number, stage: Stage): Promise<void> {
  const from = restedNow();
  const wrongMs = () => Math.abs((store.serverNow() ?? 0) - serverNow());
  while (wrongMs() > WRONG_AT_MOST_MS || monitor.level() !== 'live') {
    if (restedNow() - from > RIGHT_WITHIN_MS)
      return stage.broke(`${name} is wrong by ${Math.round(wrongMs())} ms and says ${monitor.level()}`);
    await wait(20);
  }
  stage.figure('ms until clocks were right', restedNow() - from);
  stage.figure('ms wrong at most then', wrongMs());
}

async function pageJumps(stage: Stage): Promise<void> {
  let aheadMs = 0;
  const one = await stage.screen({ monotonicNow: () => performance.now() + aheadMs });
  for (const jump of [HOUR_MS, between(stage.random, 10_000, 4 * HOUR_MS)]) {
    await isInTime(one, Date.now, stage);
    aheadMs += jump;
    await stage.kitchen.changes();
    await isInTime(one, Date.now, stage);
    await stage.areRight([one]);
  }
}

/** Its clock stands still and it receives nothing, like a tablet in a drawer. */
async function pageSleeps(stage: Stage): Promise<void> {
  let stoodStillFor = 0;
  let sleptAt: number | null = null;
  const one = await stage.screen({ monotonicNow: () => (sleptAt ?? performance.now()) - stoodStillFor });
  await isInTime(one, Date.now, stage);
  one.network.delay({ toServer: 0, toScreen: 8_000 });
  sleptAt = performance.now();
  await stage.kitchen.changes(2);
  await wait(between(stage.random, 4_000, 7_000));
  stoodStillFor += performance.now() - sleptAt;
  sleptAt = null;
  one.network.delay({ toServer: 0, toScreen: 0 });
  await isInTime(one, Date.now, stage);
  await stage.areRight([one]);
}

async function serverIsSet(stage: Stage): Promise<void> {
  const one = await stage.screen({ isClosedLeftOut: true });
  for (const aheadMs of [HOUR_MS, -HOUR_MS, between(stage.random, -60_000, 60_000), 0]) {
    await setServerClock(stage.server(), aheadMs);
    // A head reveals it, and one or two requests correct it.
    await wait(2_100);
    await isInTime(one, () => Date.now() + aheadMs, stage);
    await stage.kitchen.changes();
    await stage.areRight([one]);
  }
}
