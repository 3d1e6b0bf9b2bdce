import { Agent } from 'node:http';
import type { SigningKey } from '../../server/webhooks/sign';
import type { Posting } from './plan-deliveries';
import { type NoReply, postDelivery, type Reply } from './post-delivery';

/** A steady clock in milliseconds that can be waited on. */
export type Clock = { now: () => number; wait: (ms: number) => Promise<void> };

/** Where deliveries go (a path before `/webhooks` is kept), in whose name, and over how many connections. */
export type Destination = { url: URL; subscriptionId: string; key: SigningKey; connections: number };

/** Called once for every posting, with its reply. */
export type OnReply = (posting: Posting, reply: Reply | NoReply) => void;

// Shorter than any server keeps an idle connection, so that it never closes one just as a delivery sets out.
const idleConnectionMs = 1_000;

/**
 * Sends the postings in their order, each when it is due and when a connection is free; each connection awaits its
 * reply. Resolves to the milliseconds that it took.
 */
export async function sendDeliveries(
  postings: readonly Posting[],
  destination: Destination,
  clock: Clock,
  onReply: OnReply,
): Promise<number> {
  const { url, subscriptionId, key, connections } = destination;
  const agent = new Agent({ keepAlive: true, maxSockets: connections, timeout: idleConnectionMs });
  const receiver = { url, agent, subscriptionId, key, now: clock.now };
  const startedAt = clock.now();
  // One iterator for all connections: each takes the next posting that nobody has.
  const waiting = postings.values();

  async function useConnection(): Promise<void> {
    for (const posting of waiting) {
      const early = startedAt + posting.dueMs - clock.now();
      if (early > 0) await clock.wait(early);
      onReply(posting, await postDelivery(posting, receiver));
    }
  }

  try {
    await Promise.all(Array.from({ length: connections }, useConnection));
  } finally {
    agent.destroy();
  }
  return clock.now() - startedAt;
}
