import { Agent } from 'node:http';
import { KEY, SUBSCRIPTION } from '../harness/pos-key';
import { generateService, type ServiceOptions } from '../pos-simulator/generate-service';
import type { Posting } from '../pos-simulator/plan-deliveries';
import { postDelivery } from '../pos-simulator/post-delivery';
import { retimeDeliveries } from '../pos-simulator/retime';

/** A posting and its status; null without an answer. */
export type Answered = { body: string; path: string; status: number | null; latencyMs: number };

/** A generated service that ends now, in order of arrival. */
export function serviceUntilNow(seed: number, options: Partial<ServiceOptions> = {}): Posting[] {
  const { deliveries } = generateService(seed, { faults: true, ...options });
  const instants = deliveries.map(({ body }) => Date.parse(/"eventTimestamp":"([^"]+)"/.exec(body)?.[1] ?? ''));
  const retiming = { from: Math.max(...instants), to: Date.now(), speed: 1 };
  return retimeDeliveries(deliveries, retiming).map(({ path, body }) => ({ dueMs: 0, path, body, kind: 'delivery' }));
}

/** The same postings at this many per second. */
export function atRate(postings: readonly Posting[], perSecond: number): Posting[] {
  return postings.map((posting, index) => ({ ...posting, dueMs: (index * 1_000) / perSecond }));
}

/**
 * Sends postings in order over several connections, each when it is due, until the last one or until `stopped` returns
 * true. The result has every posting that was started.
 */
export async function send(
  url: URL,
  postings: readonly Posting[],
  connections: number,
  stopped: () => boolean = () => false,
): Promise<Answered[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const receiver = { url, agent, subscriptionId: SUBSCRIPTION, key: KEY, now: () => performance.now() };
  const startedAt = performance.now();
  const answered: Answered[] = [];
  const waiting = postings.values();
  const useConnection = async () => {
    for (const posting of waiting) {
      const early = startedAt + posting.dueMs - performance.now();
      if (early > 0) await new Promise((due) => setTimeout(due, early));
      if (stopped()) return;
      const begunAt = performance.now();
      const reply = await postDelivery(posting, receiver);
      const status = 'status' in reply ? reply.status : null;
      answered.push({ ...posting, status, latencyMs: performance.now() - begunAt });
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, useConnection));
  } finally {
    agent.destroy();
  }
  return answered;
}

/** Number of postings by status, as text. */
export function statuses(answered: readonly Answered[]): string {
  const counts = new Map<string, number>();
  for (const { status } of answered) {
    const name = status === null ? 'no answer' : String(status);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${count} × ${name}`).join(', ');
}

/** Latencies as text. */
export function latencies(answered: readonly Answered[]): string {
  const sorted = answered.map(({ latencyMs }) => latencyMs).sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`;
}
