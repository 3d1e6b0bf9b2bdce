import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { KEY, SUBSCRIPTION } from '../../server/testing/pos-key';
import type { Body } from '../harness/load/bodies';
import { postDelivery } from '../pos-simulator/post-delivery';

/** A POS that keeps sending during an outage, and repeats every delivery each second until the response is 200. */
export type Pos = {
  /** Stops new deliveries; unacknowledged ones are still repeated. */
  stopSending: () => void;
  /**
   * Waits until every sent delivery is acknowledged. Resolves to the instant of the last acknowledgement, by the clock
   * of the POS. @throws Error after `timeoutMs`
   */
  allAcknowledged: (timeoutMs: number) => Promise<number>;
  /** Number of deliveries, without repeats. */
  sent: () => number;
  /** Number of repeats. */
  repeats: () => number;
  /** Stops deliveries and repeats, and closes the connections. */
  stop: () => void;
};

const REPEAT_INTERVAL_MS = 1_000;
const CONNECTIONS = 16;

/** Posts the bodies in their order, `perSecond` of them in a second. `now` is a monotonic clock, in ms. */
export function startPos(url: URL, bodies: readonly Body[], perSecond: number, now: () => number): Pos {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const receiver = { url, agent, subscriptionId: SUBSCRIPTION, key: KEY, now };
  const unacknowledged = new Set<Body>();
  const inFlight = new Set<Body>();
  let [sent, repeats, lastAcknowledgedAt] = [0, 0, 0];
  const remaining = bodies.values();

  const post = async (body: Body) => {
    inFlight.add(body);
    const reply = await postDelivery({ dueMs: 0, path: body.path, body: body.body, kind: 'delivery' }, receiver);
    inFlight.delete(body);
    if (!('status' in reply) || reply.status !== 200) return void unacknowledged.add(body);
    unacknowledged.delete(body);
    lastAcknowledgedAt = now();
  };
  const sending = setInterval(() => {
    const { value: body } = remaining.next();
    if (!body) return;
    sent += 1;
    void post(body);
  }, 1_000 / perSecond);
  const repeating = setInterval(() => {
    for (const body of unacknowledged) {
      if (inFlight.has(body)) continue;
      repeats += 1;
      void post(body);
    }
  }, REPEAT_INTERVAL_MS);

  return {
    stopSending: () => clearInterval(sending),
    async allAcknowledged(timeoutMs) {
      const deadline = now() + timeoutMs;
      while (unacknowledged.size + inFlight.size > 0) {
        if (now() > deadline)
          throw new Error(`${unacknowledged.size + inFlight.size} deliveries were not acknowledged in time`);
        await wait(20);
      }
      return lastAcknowledgedAt;
    },
    sent: () => sent,
    repeats: () => repeats,
    stop() {
      clearInterval(sending);
      clearInterval(repeating);
      agent.destroy();
    },
  };
}
