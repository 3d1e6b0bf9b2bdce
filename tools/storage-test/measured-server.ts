// A server that replies to each IPC message with the delays of its event loop since the previous message.
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readConfig } from '../../server/config';
import { createServer } from '../../server/create-server';

const RESOLUTION_MS = 1;

/** Event-loop delay in ms. */
export type LoopDelay = { p50: number; p99: number; max: number };

const read = readConfig(process.env);
if (!read.ok) throw new Error(read.problems.join('; '));
const silent = { info: () => {}, warn: () => {} };
const { server } = await createServer(
  { config: read.config, now: Date.now, newEpoch: randomUUID, log: silent },
  { pages: false },
);
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();
process.on('message', () => {
  const ms = (nanoseconds: number) => nanoseconds / 1e6;
  const delay: LoopDelay = { p50: ms(delays.percentile(50)), p99: ms(delays.percentile(99)), max: ms(delays.max) };
  delays.reset();
  process.send?.(delay);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://localhost:${(server.address() as AddressInfo).port}\n`);
});
