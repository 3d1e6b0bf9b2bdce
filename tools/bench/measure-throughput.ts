import { percentile } from '../../lib/percentile';
import type { Child } from '../harness/child';
import { requestLoad } from '../harness/load/load-client';
import type { LoadReady } from '../harness/load/messages';
import { expectStored } from '../harness/servers/expect-stored';
import { processorMs } from '../harness/servers/processor-time';
import { watchMemory } from '../harness/servers/resident-memory';
import type { MeasuredServer } from '../harness/servers/target';
import type { Figures } from './figures';
import type { Scale } from './scale';

const WARM_UP_CONNECTIONS = 16;
const TIMEOUT_MS = 60_000;

/** Number of bodies that a run needs. */
export function throughputBodies({ warmUp, deliveries }: Scale['throughput']): number {
  return warmUp + deliveries[1] + deliveries[16] + deliveries[64];
}

/** Measures durable deliveries per second and how long each waits for its acknowledgement, on a new server without screens. */
export async function measureThroughput(
  server: MeasuredServer,
  load: Child<LoadReady>,
  { warmUp, deliveries }: Scale['throughput'],
): Promise<Figures> {
  let posted = 0;
  const post = async (connections: number, count: number) => {
    const slice = { from: posted, count };
    const before = processorMs(server.pid);
    const request = { kind: 'fast', port: server.port, connections, slice } as const;
    const { seconds, latenciesMs } = await requestLoad(load, request, TIMEOUT_MS);
    const after = processorMs(server.pid);
    posted += count;
    return {
      perSecond: count / seconds,
      p50: percentile(latenciesMs, 0.5),
      p99: percentile(latenciesMs, 0.99),
      // Unlike throughput, processor time does not depend on other processes.
      processor: before === null || after === null ? undefined : (after - before) / count,
    };
  };
  await post(WARM_UP_CONNECTIONS, warmUp);
  const one = await post(1, deliveries[1]);
  const sixteen = await post(16, deliveries[16]);
  const memory = watchMemory(server.pid);
  const sixtyFour = await post(64, deliveries[64]);
  const max = memory.stop();
  await expectStored(server, posted);
  return {
    'deliveries at 1 connection': one.perSecond,
    'deliveries at 16 connections': sixteen.perSecond,
    'deliveries at 64 connections': sixtyFour.perSecond,
    'acknowledgement at 1 connection, p50': one.p50,
    'acknowledgement at 1 connection, p99': one.p99,
    'acknowledgement at 16 connections, p50': sixteen.p50,
    'acknowledgement at 16 connections, p99': sixteen.p99,
    'acknowledgement at 64 connections, p50': sixtyFour.p50,
    'acknowledgement at 64 connections, p99': sixtyFour.p99,
    'processor time a delivery at 16 connections': sixteen.processor,
    'processor time a delivery at 64 connections': sixtyFour.processor,
    'memory, most at 64 connections': max,
  };
}
