import { setTimeout as wait } from 'node:timers/promises';
import type { Child } from '../harness/child';
import { requestLoad } from '../harness/load/load-client';
import type { LoadReady } from '../harness/load/messages';
import type { LatencyRequest, LatencyResponse } from '../harness/screens/messages';
import { loadAndConnectScreens } from '../harness/screens/start-screens';
import { expectStored } from '../harness/servers/expect-stored';
import { residentMegabytes, watchMemory } from '../harness/servers/resident-memory';
import type { MeasuredServer } from '../harness/servers/target';
import type { Figures } from './figures';
import { SCREENS, type Scale } from './scale';

const WARM_UP_RATE = 200;
const TIMEOUT_MS = 60_000;

/** Number of bodies that a run needs. */
export function screensBodies({ warmUp, deliveries }: Scale['screens']): number {
  return warmUp + deliveries[20] + deliveries[200];
}

/** Measures the latency from webhook to screen, and the server's memory idle and under load, on a new server. */
export async function measureScreens(
  server: MeasuredServer,
  load: Child<LoadReady>,
  { warmUp, deliveries, settleMs, untilIdleMs }: Scale['screens'],
): Promise<Figures> {
  const screens = await loadAndConnectScreens(server, SCREENS);
  try {
    let posted = 0;
    const post = async (perSecond: number, count: number) => {
      const slice = { from: posted, count };
      const { startedAt } = await requestLoad(load, { kind: 'rate', port: server.port, perSecond, slice }, TIMEOUT_MS);
      posted += count;
      const request: LatencyRequest = { steps: [{ branch: 1, startTimes: startedAt }] };
      const latencies = await screens.request<LatencyResponse>(request, TIMEOUT_MS);
      if (latencies.missed > 0)
        throw new Error(`${latencies.missed} of ${count * SCREENS} changes of ${server.target} never reached a screen`);
      return latencies;
    };
    await wait(server.target === 'heatlamp' ? Math.max(settleMs, untilIdleMs) : settleMs);
    const idle = residentMegabytes(server.pid);
    await post(WARM_UP_RATE, warmUp);
    const slow = await post(20, deliveries[20]);
    const memory = watchMemory(server.pid);
    const quick = await post(200, deliveries[200]);
    const max = memory.stop();
    await wait(settleMs);
    const after = residentMegabytes(server.pid);
    await expectStored(server, posted);
    return {
      'screens at 20/s, p50': slow.p50,
      'screens at 20/s, p99': slow.p99,
      'screens at 200/s, p50': quick.p50,
      'screens at 200/s, p99': quick.p99,
      'memory, idle with 50 screens': idle,
      'memory, most at 200/s with 50 screens': max,
      'memory, 50 screens after the load': after,
    };
  } finally {
    await screens.stop();
  }
}
