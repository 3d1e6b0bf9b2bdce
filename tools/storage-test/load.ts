import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from '../../lib/percentile';
import { KEY, SUBSCRIPTION } from '../../server/testing/pos-key';
import { countEach } from '../harness/compare-deliveries';
import type { ServiceOptions } from '../pos-simulator/generate-service';
import type { Posting } from '../pos-simulator/plan-deliveries';
import { postDelivery } from '../pos-simulator/post-delivery';
import { serviceUntil } from '../pos-simulator/service-until';

/** A posting and the status of its response; null without a response. */
export type Response = { body: string; path: string; status: number | null; latencyMs: number };

/** A generated service that ends now, in order of arrival. */
export function serviceUntilNow(seed: number, options: Partial<ServiceOptions> = {}): Posting[] {
  const deliveries = serviceUntil(Date.now(), seed, { faults: true, ...options });
  return deliveries.map(({ path, body }) => ({ dueMs: 0, path, body, kind: 'delivery' }));
}

/** Schedules the postings at this many per second. */
export function atRate(postings: readonly Posting[], perSecond: number): Posting[] {
  return postings.map((posting, index) => ({ ...posting, dueMs: (index * 1_000) / perSecond }));
}

/**
 * Sends postings in order over several connections, each when it is due, until `isStopped` returns true. Resolves to
 * every posting that was sent.
 */
export async function send(
  url: URL,
  postings: readonly Posting[],
  connections: number,
  isStopped: () => boolean = () => false,
): Promise<Response[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const receiver = { url, agent, subscriptionId: SUBSCRIPTION, key: KEY, now: () => performance.now() };
  const startedAt = performance.now();
  const responses: Response[] = [];
  const remaining = postings.values();
  const useConnection = async () => {
    for (const posting of remaining) {
      const delayMs = startedAt + posting.dueMs - performance.now();
      if (delayMs > 0) await wait(delayMs);
      if (isStopped()) return;
      const postedAt = performance.now();
      const reply = await postDelivery(posting, receiver);
      const status = 'status' in reply ? reply.status : null;
      responses.push({ ...posting, status, latencyMs: performance.now() - postedAt });
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, useConnection));
  } finally {
    agent.destroy();
  }
  return responses;
}

/** Number of postings by status, as text. */
export function statuses(responses: readonly Response[]): string {
  const counts = countEach(responses.map(({ status }) => (status === null ? 'no response' : String(status))));
  return [...counts].map(([name, count]) => `${count} × ${name}`).join(', ');
}

/** Percentiles of the latencies, as text. */
export function latencies(responses: readonly Response[]): string {
  const all = responses.map(({ latencyMs }) => latencyMs);
  const at = (share: number) => percentile(all, share).toFixed(0);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`;
}
