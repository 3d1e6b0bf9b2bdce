import { Agent } from 'node:http';
import type { SigningKey } from '../../server/webhooks/sign';
import type { Posting } from './plan-deliveries';
import { type NoResponse, type PosResponse, postDelivery } from './post-delivery';

/** A monotonic clock in ms, and a timer. */
export type Clock = { now: () => number; wait: (ms: number) => Promise<void> };

/** Where to post (a path before `/webhooks` is kept), the subscription, and the number of connections. */
export type Destination = { url: URL; subscriptionId: string; key: SigningKey; connections: number };

/** Called once for every posting. */
export type OnResponse = (posting: Posting, response: PosResponse | NoResponse) => void;

// Shorter than the idle timeout of servers, so that no connection is closed just when a delivery is sent.
const idleConnectionMs = 1_000;

/**
 * Sends the postings in order, each when it is due and a connection is free. Resolves to the ms that it took.
 */
export async function sendDeliveries(
  postings: readonly Posting[],
  destination: Destination,
  clock: Clock,
  onResponse: OnResponse,
): Promise<number> {
  const { url, subscriptionId, key, connections } = destination;
  const agent = new Agent({ keepAlive: true, maxSockets: connections, timeout: idleConnectionMs });
  const receiver = { url, agent, subscriptionId, key, now: clock.now };
  const startedAt = clock.now();
  // All connections share one iterator.
  const remaining = postings.values();

  async function useConnection(): Promise<void> {
    for (const posting of remaining) {
      const waitMs = startedAt + posting.dueMs - clock.now();
      if (waitMs > 0) await clock.wait(waitMs);
      onResponse(posting, await postDelivery(posting, receiver));
    }
  }

  try {
    await Promise.all(Array.from({ length: connections }, useConnection));
  } finally {
    agent.destroy();
  }
  return clock.now() - startedAt;
}
