import { setTimeout as wait } from 'node:timers/promises';
import { createLiveStore } from '../../components/live/live-store';
import { errorMessage } from '../../lib/error-message';
import { percentile } from '../../lib/percentile';
import { type ServerBuild, withServer } from '../harness/builds';
import { addSubscriptionAndScreens, makeDataFolder, startServer } from '../harness/child-server';
import { readBoard } from '../harness/folded-board';
import { LiveEvening, type Posted } from '../harness/load-bodies';
import { startLoad } from '../harness/load-client';
import { expectStored, startHeatlamp } from '../harness/measured-server';
import type { ServerMutation } from '../harness/mutants/server';
import { receiverAt } from '../harness/post-requests';
import { startScreens } from '../harness/screens';
import { readStoredData } from '../harness/stored-data';
import { postDelivery } from '../pos-simulator/post-delivery';
import type { TortureFault } from './fault';
import { untilAllRight } from './network-screen';

/** The load of a run, and what it promises (docs/reliability.md). */
export type Scale = {
  screens: number;
  /** Deliveries per second, and for how many seconds. */
  perSecond: number;
  seconds: number;
  /** Deliveries within one second. */
  burst: number;
  outageSeconds: number;
  /** 99th percentile of the acknowledgements of the rush. */
  acknowledgedWithinMs: number;
  /** When every screen must be right, after the server is back. */
  rightWithinMs: number;
};

const FULL: Scale = {
  ...{ screens: 100, perSecond: 50, seconds: 60, burst: 500, outageSeconds: 60 },
  ...{ acknowledgedWithinMs: 100, rightWithinMs: 3_000 },
};
const WARM_UP = 200;
const WARM_UP_RATE = 100;
const EXTRA_MS = 60_000;
/** Of the POS that goes on during an outage, and repeats each second what was not answered with 200. */
const OUTAGE_RATE = 5;
const REPEAT_INTERVAL_MS = 1_000;
const CONNECTIONS = 16;
const BEFORE_OUTAGE_MS = 2_000;

type Log = (line: string) => void;
const PARTS = { rush, outage };

export const surge: TortureFault = {
  title: 'a rush, a burst and an outage come with all screens connected',
  parts: Object.keys(PARTS),
  defects: ['slow-disk', 'reply-before-sync'],
  async run({ times = FULL.seconds, screens = FULL.screens, only, broken, log }) {
    const scale = { ...FULL, seconds: times, screens };
    const parts = Object.entries(PARTS).filter(([name]) => only?.includes(name) ?? true);
    const violations = await withServer(broken as ServerMutation | undefined, async (build) => {
      const found: string[] = [];
      for (const [, part] of parts) found.push(...(await part(build, scale, log)));
      return found;
    });
    return { checks: parts.length, violations };
  },
};

/** Sends deliveries at a steady rate with all screens connected, and then a burst. Resolves to the violations. */
export async function rush({ main }: ServerBuild, scale: Scale, log: Log = () => {}): Promise<string[]> {
  const violations: string[] = [];
  const server = await startHeatlamp({ program: main });
  const { url, token, port } = server;
  const load = await startLoad({ branches: 1 });
  const screens = await startScreens([{ url, token, branch: 1, count: scale.screens }]);
  try {
    let { posted } = await load.post({ kind: 'opening', port }, EXTRA_MS);
    /** @throws unless every delivery is answered with 200, and a valid signature */
    const post = async (perSecond: number, count: number) => {
      const timeoutMs = (count / perSecond) * 1_000 + EXTRA_MS;
      const { steps, latenciesMs } = await load.post({ kind: 'rate', ports: [port], perSecond, count }, timeoutMs);
      posted += count;
      const p99 = percentile(latenciesMs, 0.99);
      const { missed } = await screens.latencies(steps, timeoutMs);
      log(`  ${count} deliveries at ${perSecond} per second: all acknowledged, p99 ${p99.toFixed(1)} ms`);
      return { p99, missed };
    };
    await post(WARM_UP_RATE, WARM_UP);
    const { p99, missed } = await post(scale.perSecond, scale.perSecond * scale.seconds);
    if (p99 > scale.acknowledgedWithinMs)
      violations.push(`99 % of acknowledgements took ${p99.toFixed(0)} ms, over ${scale.acknowledgedWithinMs} ms`);
    if (missed > 0) violations.push(`${missed} steps were never on a screen`);
    await post(scale.burst, scale.burst);
    await expectStored(server, posted);
  } catch (error) {
    violations.push(errorMessage(error));
  } finally {
    await screens.stop();
    await load.stop();
    await server.stop();
  }
  return violations;
}

/**
 * Kills a server with all its screens connected, and restarts it after a while. The POS continues meanwhile. Resolves to
 * the violations.
 */
export async function outage({ main: program }: ServerBuild, scale: Scale, log: Log = () => {}): Promise<string[]> {
  const violations: string[] = [];
  const { folder, remove } = makeDataFolder();
  let server = await startServer({ program, folder });
  const [token = ''] = await addSubscriptionAndScreens(folder, ['kitchen']);
  const { url } = server;
  const monotonicNow = () => performance.now();
  const stores = Array.from({ length: scale.screens }, () =>
    createLiveStore({ url: url.href, branch: 1, token, monotonicNow }),
  );
  const areRight = (withinMs: number) => untilAllRight(stores, () => readBoard(url, token), withinMs);
  const pos = startPos(url);
  try {
    await wait(BEFORE_OUTAGE_MS);
    await server.kill();
    await wait(scale.outageSeconds * 1_000);
    pos.stopSending();
    server = await startServer({ program, folder, environment: { PORT: url.port } });
    const ms = await areRight(scale.rightWithinMs);
    log(`  every screen was right ${ms.toFixed(0)} ms after the server was back`);
    const sent = await pos.acknowledged();
    await areRight(EXTRA_MS);
    await server.stop();
    const { facts, damage } = await readStoredData(folder);
    violations.push(...damage);
    if (facts.length !== sent) violations.push(`of ${sent} acknowledged steps, ${facts.length} are stored`);
  } catch (error) {
    violations.push(errorMessage(error));
  } finally {
    for (const store of stores) store.close();
    pos.stop();
    await server.kill();
    remove();
  }
  return violations;
}

/** A POS that posts an evening until `stopSending`, and repeats each delivery until it is answered with 200. */
function startPos(url: URL) {
  const receiver = receiverAt(url, CONNECTIONS);
  const evening = new LiveEvening(1);
  const sent: Promise<void>[] = [];
  let isStopped = false;
  const deliver = async (posted: Posted) => {
    while (!isStopped) {
      const reply = await postDelivery(posted, receiver);
      if ('status' in reply && reply.status === 200) return;
      await wait(REPEAT_INTERVAL_MS);
    }
  };
  for (const posted of evening.opening(Date.now())) sent.push(deliver(posted));
  const sending = setInterval(() => sent.push(deliver(evening.next(Date.now()))), 1_000 / OUTAGE_RATE);
  return {
    stopSending: () => clearInterval(sending),
    /** Resolves to the number of deliveries once all are acknowledged. @throws after a minute */
    async acknowledged(): Promise<number> {
      const timeout = wait(EXTRA_MS, null, { ref: false }).then(() => {
        throw new Error('deliveries were not acknowledged in time');
      });
      await Promise.race([Promise.all(sent), timeout]);
      return sent.length;
    },
    stop() {
      isStopped = true;
      clearInterval(sending);
      receiver.agent.destroy();
    },
  };
}
