import { Agent } from 'node:http';
import { io } from 'socket.io-client';
import { KEY, SUBSCRIPTION } from '../../server/testing/pos-key';
import type { ChildServer } from '../harness/child-server';
import { residentMegabytes } from '../harness/servers/resident-memory';
import { postDelivery } from '../pos-simulator/post-delivery';
import type { ValidDelivery } from './delivery-case';

const POST_INTERVAL_MS = 500;
const MAX_SILENCE_MS = 10_000;
const MAX_RESPONSE_MS = 10_000;

/** What a POS and a wall that send only valid requests observed. */
export type BystanderReport = {
  maxMegabytes: number;
  maxSilenceMs: number;
  maxResponseMs: number;
  violations: string[];
};

/**
 * Starts a wall, and a POS that repeats a valid delivery. Both must remain unaffected by the fuzzed requests. `stop`
 * resolves to their observations. @throws if the wall cannot connect
 */
export async function startBystander({ url, pid }: ChildServer, token: string, { path, body }: ValidDelivery) {
  const report: BystanderReport = { maxMegabytes: 0, maxSilenceMs: 0, maxResponseMs: 0, violations: [] };
  const wall = io(url.href, { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false });
  await new Promise<void>((connected, refused) => wall.once('connect', connected).once('connect_error', refused));
  let receivedAt = performance.now();
  let posted = 0;
  const endSilence = () => {
    report.maxSilenceMs = Math.max(report.maxSilenceMs, performance.now() - receivedAt);
    receivedAt = performance.now();
  };
  wall.onAny(endSilence);
  wall.on('disconnect', (reason) => {
    if (reason !== 'io client disconnect') report.violations.push(`a wall was disconnected: ${reason}`);
  });
  const agent = new Agent({ keepAlive: true });
  const receiver = { url, agent, subscriptionId: SUBSCRIPTION, key: KEY, now: () => performance.now() };
  const post = async () => {
    report.maxMegabytes = Math.max(report.maxMegabytes, residentMegabytes(pid));
    const reply = await postDelivery({ dueMs: 0, path, body, kind: 'delivery' }, receiver);
    if (!('status' in reply))
      return void report.violations.push(`a valid delivery received no response: ${reply.failed}`);
    if (reply.status === 200) posted += 1;
    else report.violations.push(`a valid delivery received ${reply.status}`);
    report.maxResponseMs = Math.max(report.maxResponseMs, reply.latencyMs);
  };
  let posting = post();
  const timer = setInterval(() => {
    posting = posting.then(post);
  }, POST_INTERVAL_MS);
  return {
    /** How often the valid delivery was accepted. */
    posted: () => posted,
    async stop(): Promise<BystanderReport> {
      clearInterval(timer);
      await posting;
      endSilence();
      wall.disconnect();
      agent.destroy();
      const { maxSilenceMs, maxResponseMs, violations } = report;
      if (maxSilenceMs > MAX_SILENCE_MS) violations.push(`a wall received nothing for ${Math.round(maxSilenceMs)} ms`);
      if (maxResponseMs > MAX_RESPONSE_MS) violations.push(`a POS waited ${Math.round(maxResponseMs)} ms`);
      return report;
    },
  };
}
