import { setTimeout as wait } from 'node:timers/promises';
import { command } from '../harness/child-server';
import type { NetworkFault, ScreenProxy } from '../harness/proxy';
import { untilFine } from '../harness/wait';
import { between, type Random } from '../pos-simulator/random';
import { activeNow } from './active-clock';
import { type Scenario, type ScenarioContext, UP_TO_DATE_WITHIN_MS } from './network-screen';

/** The token of a screen is revoked during a network fault. */
export const REVOCATIONS: readonly Scenario[] = (['none', 'no-sockets', 'down'] as const).map((fault) => ({
  name: `shut out, network fault: ${fault}`,
  run: (context) => revokeScreen(context, fault),
}));

/** A network fault that ends after a while. */
type Fault = {
  name: string;
  apply: (network: ScreenProxy, random: Random) => void;
  /** No message reaches the screen, so it must show that it is offline. */
  isUnreachable?: boolean;
  /** Connections fail without being closed, so the screen notices only after a timeout. */
  isSilent?: boolean;
  /** The screen can work around the fault: it is up to date this many ms after its start. */
  workaroundMs?: number;
};

const REVOKED_WITHIN_MS = 12_000;
const WORKAROUND_MS = 9_000;
/** Two missing heads, the check interval of two seconds, and an attempt to connect. */
const DETECTION_MS = 8_000;
/** The screen is red by then. */
const MAX_FAULT_MS = 20_000;
const MIN_FAULT_MS = 1_000;

const NETWORK_FAULTS: readonly Fault[] = [
  { name: 'connections cut and refused', apply: (network) => network.setFault('down'), isUnreachable: true },
  { name: 'everything swallowed', apply: (network) => network.setFault('silent'), isUnreachable: true, isSilent: true },
  { name: 'what screens say swallowed', apply: (network) => network.setFault('mute'), isSilent: true },
  {
    name: 'sockets die, HTTP passes',
    apply: (network) => network.setFault('no-sockets'),
    workaroundMs: WORKAROUND_MS,
  },
  { name: 'HTTP dies, sockets pass', apply: (network) => network.setFault('no-http'), workaroundMs: 0 },
  { name: 'half open: the server is gone', apply: halfClosed('server'), workaroundMs: WORKAROUND_MS },
  { name: 'half open: the screen is gone', apply: halfClosed('screen'), workaroundMs: WORKAROUND_MS },
  { name: 'slow', apply: delayed(100, 1_500) },
  { name: 'slower than is of use', apply: delayed(5_000, 14_000) },
  { name: 'a trickle', apply: (network, random) => network.limitRate(between(random, 20, 400)) },
  { name: 'messages lost at random', apply: lossy },
];

export const FAULTS: readonly Scenario[] = NETWORK_FAULTS.map((fault) => ({
  name: fault.name,
  run: (context) => runFault(context, fault),
}));

/** The board changes during and after the fault. The screen must become up to date soon after the fault. */
async function runFault({ kitchen, screen, waitUntilUpToDate, random }: ScenarioContext, fault: Fault): Promise<void> {
  const one = await screen();
  const durationMs = between(random, MIN_FAULT_MS, MAX_FAULT_MS);
  const from = performance.now();
  fault.apply(one.network, random);
  if (fault.isUnreachable) one.setUnreachable(true);
  let isOver = false;
  const changing = (async () => {
    while (!isOver) {
      await kitchen.changeBoard();
      await wait(between(random, 50, 1_500));
    }
  })();
  // It is awaited below; until then an error must not count as unhandled.
  changing.catch(() => {});
  await wait(durationMs);
  if (fault.workaroundMs !== undefined) {
    await wait(Math.max(0, from + fault.workaroundMs - performance.now()));
    isOver = true;
    await changing;
    await waitUntilUpToDate([one]);
  }
  one.setUnreachable(false);
  removeFault(one.network);
  const detectionMs = fault.isSilent ? from + DETECTION_MS - performance.now() : 0;
  const recovered = waitUntilUpToDate([one], Math.max(UP_TO_DATE_WITHIN_MS, detectionMs));
  isOver = true;
  await Promise.all([changing, recovered]);
  await waitUntilUpToDate([one]);
}

function removeFault(network: ScreenProxy): void {
  network.setFault('none');
  network.limitRate(null);
  network.delay({ toServer: 0, toScreen: 0 });
  network.filterMessages(() => true);
}

function halfClosed(side: 'server' | 'screen') {
  return (network: ScreenProxy) => network.halfClose(side);
}

function delayed(min: number, max: number) {
  return (network: ScreenProxy, random: Random) => {
    const toScreen = between(random, min, max);
    network.delay({ toServer: random() < 0.5 ? 0 : toScreen, toScreen });
  };
}

function lossy(network: ScreenProxy, random: Random): void {
  network.filterMessages(() => random() < 0.5);
}

async function revokeScreen(
  { kitchen, screen, folder, addViolation }: ScenarioContext,
  fault: NetworkFault,
): Promise<void> {
  const [revoked, other] = [await screen({ name: 'shut out' }), await screen({ name: 'another' })];
  const id = revoked.store.view().screen?.id;
  revoked.network.setFault(fault);
  // Without sockets the screen polls over HTTP.
  if (fault === 'no-sockets')
    await untilFine(() => (revoked.store.view().link.kind === 'http' ? null : 'it does not poll'), REVOKED_WITHIN_MS);
  await command(folder, 'screen revoke', { id });
  if (fault === 'down') {
    await wait(2_000);
    revoked.network.setFault('none');
  }
  const isHidden = () => (revoked.store.view().board === null ? null : 'a revoked screen still showed the board');
  await untilFine(isHidden, UP_TO_DATE_WITHIN_MS, { now: activeNow });
  await kitchen.changeBoard();
  await wait(500);
  if (revoked.store.view().board !== null) addViolation('a revoked screen showed a board again');
  await other.waitUntilUpToDate(UP_TO_DATE_WITHIN_MS);
}
