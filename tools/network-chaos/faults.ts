import { setTimeout as wait } from 'node:timers/promises';
import type { ScreenProxy } from '../harness/network/screen-proxy';
import { between, type Random } from '../pos-simulator/random';
import { RIGHT_WITHIN_MS, type Scenario, type Stage } from './scenario';

/** A network fault that ends after a while. */
type Spoiling = {
  name: string;
  spoil: (network: ScreenProxy, random: Random) => void;
  /** Nothing reaches the screen, so it has to say so. */
  isBlind?: boolean;
  /** What was open stays lost, and the screen hears of nothing: it can only wait for so long. */
  isForgotten?: boolean;
  /** The screen finds its way round: after so long it is right, while the network is as it is. */
  rightAfterMs?: number;
};

const FINDS_ANOTHER_WAY_MS = 9_000;
/** Two heads are missing, a look every two seconds, and an attempt. */
const NOTICES_WITHIN_MS = 8_000;
/** So long it lasts at most: red by then. */
const LONGEST_MS = 20_000;
const SHORTEST_MS = 1_000;

const SPOILINGS: readonly Spoiling[] = [
  { name: 'connections cut and refused', spoil: (network) => network.weather('down'), isBlind: true },
  { name: 'everything swallowed', spoil: (network) => network.weather('silent'), isBlind: true, isForgotten: true },
  { name: 'what screens say swallowed', spoil: (network) => network.weather('mute'), isForgotten: true },
  {
    name: 'sockets die, HTTP passes',
    spoil: (network) => network.weather('no-sockets'),
    rightAfterMs: FINDS_ANOTHER_WAY_MS,
  },
  { name: 'HTTP dies, sockets pass', spoil: (network) => network.weather('no-http'), rightAfterMs: 0 },
  { name: 'half open: the server is gone', spoil: halved('server'), rightAfterMs: FINDS_ANOTHER_WAY_MS },
  { name: 'half open: the screen is gone', spoil: halved('screen'), rightAfterMs: FINDS_ANOTHER_WAY_MS },
  { name: 'slow', spoil: delayed(100, 1_500) },
  { name: 'slower than is of use', spoil: delayed(5_000, 14_000) },
  { name: 'a trickle', spoil: (network, random) => network.trickle(between(random, 20, 400)) },
  { name: 'messages lost at random', spoil: lossy },
];

export const FAULTS: readonly Scenario[] = SPOILINGS.map((spoiling) => ({
  name: spoiling.name,
  play: (stage) => play(stage, spoiling),
}));

/** Events keep coming during the fault; the screen shows that it is offline, and is correct soon after the fault. */
async function play({ kitchen, screen, areRight, random }: Stage, spoiling: Spoiling): Promise<void> {
  const one = await screen();
  const lasts = between(random, SHORTEST_MS, LONGEST_MS);
  const from = performance.now();
  spoiling.spoil(one.network, random);
  if (spoiling.isBlind) one.glass.isCutOff(true);
  let isOver = false;
  const happening = (async () => {
    while (!isOver) {
      await kitchen.changes();
      await wait(between(random, 50, 1_500));
    }
  })();
  await wait(lasts);
  if (spoiling.rightAfterMs !== undefined) {
    await wait(Math.max(0, from + spoiling.rightAfterMs - performance.now()));
    isOver = true;
    await happening;
    await areRight([one]);
  }
  one.glass.isCutOff(false);
  heal(one.network);
  const noticesBy = spoiling.isForgotten ? from + NOTICES_WITHIN_MS - performance.now() : 0;
  const back = areRight([one], Math.max(RIGHT_WITHIN_MS, noticesBy));
  isOver = true;
  await Promise.all([happening, back]);
  await areRight([one]);
}

function heal(network: ScreenProxy): void {
  network.weather('fair');
  network.trickle(null);
  network.delay({ toServer: 0, toScreen: 0 });
  network.passes(() => true);
}

function halved(ends: 'server' | 'screen') {
  return (network: ScreenProxy) => network.halve(ends);
}

function delayed(least: number, most: number) {
  return (network: ScreenProxy, random: Random) => {
    const toScreen = between(random, least, most);
    network.delay({ toServer: random() < 0.5 ? 0 : toScreen, toScreen });
  };
}

function lossy(network: ScreenProxy, random: Random): void {
  network.passes(() => random() < 0.5);
}
