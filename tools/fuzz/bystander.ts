import { Agent } from 'node:http';
import { io } from 'socket.io-client';
import type { ChildServer } from '../harness/child-server';
import { KEY, SUBSCRIPTION } from '../harness/pos-key';
import { residentMegabytes } from '../harness/servers/resident-memory';
import { postDelivery } from '../pos-simulator/post-delivery';
import type { Good } from './delivery-case';

const LOOK_EVERY_MS = 500;
const LONGEST_SILENCE_MS = 10_000;
const LONGEST_ANSWER_MS = 10_000;

/** What an uninvolved POS and wall observed. */
export type Bystanding = { mostMegabytes: number; longestSilenceMs: number; longestAnswerMs: number; broken: string[] };

/**
 * A wall, and a POS that keeps posting the same valid delivery: both must remain unaffected. Call the result to stop
 * and to get their observations.
 */
export function standBy({ url, pid }: ChildServer, token: string, { path, body }: Good) {
  const seen: Bystanding = { mostMegabytes: 0, longestSilenceMs: 0, longestAnswerMs: 0, broken: [] };
  const wall = io(url.href, { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false });
  let receivedAt = performance.now();
  let posted = 0;
  wall.onAny(() => {
    seen.longestSilenceMs = Math.max(seen.longestSilenceMs, performance.now() - receivedAt);
    receivedAt = performance.now();
  });
  wall.on('disconnect', (why) => {
    if (why !== 'io client disconnect') seen.broken.push(`a wall that did nothing was cut off: ${why}`);
  });
  const agent = new Agent({ keepAlive: true });
  const receiver = { url, agent, subscriptionId: SUBSCRIPTION, key: KEY, now: () => performance.now() };
  const look = async () => {
    seen.mostMegabytes = Math.max(seen.mostMegabytes, residentMegabytes(pid));
    const reply = await postDelivery({ dueMs: 0, path, body, kind: 'delivery' }, receiver);
    if (!('status' in reply)) return void seen.broken.push(`a good delivery was not answered: ${reply.failed}`);
    if (reply.status === 200) posted += 1;
    else seen.broken.push(`a good delivery was answered ${reply.status}`);
    seen.longestAnswerMs = Math.max(seen.longestAnswerMs, reply.latencyMs);
  };
  let looking = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, LOOK_EVERY_MS);
  return {
    /** How often the valid delivery was accepted. */
    posted: () => posted,
    async stop(): Promise<Bystanding> {
      clearInterval(timer);
      await looking;
      wall.disconnect();
      agent.destroy();
      const { longestSilenceMs, longestAnswerMs, broken } = seen;
      if (longestSilenceMs > LONGEST_SILENCE_MS)
        broken.push(`a wall received nothing for ${Math.round(longestSilenceMs)} ms`);
      if (longestAnswerMs > LONGEST_ANSWER_MS) broken.push(`a till waited ${Math.round(longestAnswerMs)} ms`);
      return seen;
    },
  };
}
