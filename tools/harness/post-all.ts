import { Agent } from 'node:http';
import { KEY, SUBSCRIPTION } from '../../server/testing/pos-key';
import {
  type OnResponse,
  type Posting,
  REAL_TIME,
  type Receiver,
  sendDeliveries,
} from '../pos-simulator/post-delivery';

const CONNECTIONS = 8;

/** What `postDelivery` needs for the subscription of the rigs. The caller destroys the agent. */
export function receiverAt(url: URL, connections: number): Receiver {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return { url, agent, subscriptionId: SUBSCRIPTION, key: KEY, now: REAL_TIME.now };
}

/** Sends postings of the subscription of the rigs in order, each when it is due. Resolves to the ms that it took. */
export function sendAll(
  url: URL,
  postings: readonly Posting[],
  connections: number,
  onResponse: OnResponse = () => {},
): Promise<number> {
  return sendDeliveries(postings, { url, subscriptionId: SUBSCRIPTION, key: KEY, connections }, REAL_TIME, onResponse);
}

/** Posts deliveries in order over several connections. @throws if a response is not 200 */
export async function postAll(url: URL, deliveries: readonly { path: string; body: string }[]): Promise<void> {
  const postings = deliveries.map(({ path, body }): Posting => ({ dueMs: 0, path, body, kind: 'delivery' }));
  await sendAll(url, postings, CONNECTIONS, (_, reply) => {
    if (!('status' in reply) || reply.status !== 200)
      throw new Error(`a delivery received ${'status' in reply ? reply.status : reply.failed}`);
  });
}
