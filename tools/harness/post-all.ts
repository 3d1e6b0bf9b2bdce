import { Agent } from 'node:http';
import { KEY, SUBSCRIPTION } from '../../server/testing/pos-key';
import { postDelivery } from '../pos-simulator/post-delivery';

const CONNECTIONS = 8;

/** Posts deliveries in order over several connections. @throws if a response is not 200 */
export async function postAll(url: URL, deliveries: readonly { path: string; body: string }[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const receiver = { url, agent, subscriptionId: SUBSCRIPTION, key: KEY, now: () => performance.now() };
  const waiting = deliveries.values();
  const useConnection = async () => {
    for (const { path, body } of waiting) {
      const reply = await postDelivery({ dueMs: 0, path, body, kind: 'delivery' }, receiver);
      if (!('status' in reply) || reply.status !== 200)
        throw new Error(`a delivery received ${'status' in reply ? reply.status : reply.failed}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, useConnection));
  } finally {
    agent.destroy();
  }
}
