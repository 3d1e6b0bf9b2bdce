import { setTimeout as wait } from 'node:timers/promises';
import type { ScreenProxy } from '../harness/network/screen-proxy';
import { between, type Random } from '../pos-simulator/random';
import { RIGHT_WITHIN_MS, type Scenario, type Stage } from './scenario';

/** A network fault that ends after a while. */
type Fault = {
  name: string;
  apply: (network: ScreenProxy, random: Random) => void;
  /** Nothing reaches the screen, so it must show that it is cut off. */
  isBlind?: boolean;
  /** Open connections stay dead without being closed: the screen notices only after a timeout. */
  isForgotten?: boolean;
  /** The screen works around the fault: it is correct within so many ms while the fault lasts. */
  rightAfterMs?: number;
};

const FINDS_ANOTHER_WAY_MS = 9_000;
/** Two missing heads, a check every two seconds, and one attempt to connect. */
const NOTICES_WITHIN_MS = 8_000;
/** Longest fault: the screen is red by then. */
const LONGEST_MS = 20_000;
const SHORTEST_MS = 1_000;

const NETWORK_FAULTS: readonly Fault[] = [
  { name: 'connections cut and refused', apply: (network) => network.setFault('down'), isBlind: true },
  { name: 'everything swallowed', apply: (network) => network.setFault('silent'), isBlind: true, isForgotten: true },
  { name: 'what screens say swallowed', apply: (network) => network.setFault('mute'), isForgotten: true },
  {
    name: 'sockets die, HTTP passes',
    apply: (network) => network.setFault('no-sockets'),
    rightAfterMs: FINDS_ANOTHER_WAY_MS,
  },
  { name: 'HTTP dies, sockets pass', apply: (network) => network.setFault('no-http'), rightAfterMs: 0 },
  { name: 'half open: the server is gone', apply: halved('server'), rightAfterMs: FINDS_ANOTHER_WAY_MS },
  { name: 'half open: the screen is gone', apply: halved('screen'), rightAfterMs: FINDS_ANOTHER_WAY_MS },
  { name: 'slow', apply: delayed(100, 1_500) },
  { name: 'slower than is of use', apply: delayed(5_000, 14_000) },
  { name: 'a trickle', apply: (network, random) => network.limitRate(between(random, 20, 400)) },
  { name: 'messages lost at random', apply: lossy },
];

export const FAULTS: readonly Scenario[] = NETWORK_FAULTS.map((fault) => ({
  name: fault.name,
  play: (stage) => play(stage, fault),
}));

/** Events keep coming during the fault; the screen shows that it is offline, and is correct soon after the fault. */
async function play({ kitchen, screen, areRight, random }: Stage, fault: Fault): Promise<void> {
  const one = await screen();
  const lasts = between(random, SHORTEST_MS, LONGEST_MS);
  const from = performance.now();
  fault.apply(one.network, random);
  if (fault.isBlind) one.monitor.isCutOff(true);
  let isOver = false;
  const happening = (async () => {
    while (!isOver) {
      await kitchen.changes();
      await wait(between(random, 50, 1_500));
    }
  })();
  await wait(lasts);
  if (fault.rightAfterMs !== undefined) {
    await wait(Math.max(0, from + fault.rightAfterMs - performance.now()));
    isOver = true;
    await happening;
    await areRight([one]);
  }
  one.monitor.isCutOff(false);
  heal(one.network);
  const noticesBy = fault.isForgotten ? from + NOTICES_WITHIN_MS - performance.now() : 0;
  const back = areRight([one], Math.max(RIGHT_WITHIN_MS, noticesBy));
  isOver = true;
  await Promise.all([happening, back]);
  await areRight([one]);
}

function heal(network: ScreenProxy): void {
  network.setFault('none');
  network.limitRate(null);
  network.delay({ toServer: 0, toScreen: 0 });
  network.filterMessages(() => true);
}

function halved(ends: 'server' | 'screen') {
  return (network: ScreenProxy) => network.halfClose(ends);
}

function delayed(least: number, most: number) {
  return (network: ScreenProxy, random: Random) => {
    const toScreen = between(random, least, most);
    network.delay({ toServer: random() < 0.5 ? 0 : toScreen, toScreen });
  };
}

function lossy(network: ScreenProxy, random: Random): void {
  network.filterMessages(() => random() < 0.5);
}
