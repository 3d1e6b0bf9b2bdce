import { Agent } from 'node:http';
import type { Body } from '../harness/load/bodies';
import { KEY, SUBSCRIPTION } from '../harness/pos-key';
import { postDelivery } from '../pos-simulator/post-delivery';

/** A POS that continues during an outage, and repeats every delivery until it is answered 200. */
export type Pos = {
  /** Stops new deliveries; unanswered ones are still repeated. */
  sendNoMore: () => void;
  /**
   * Resolves when every delivery is answered 200, to the time of the last answer on `now`. @throws after a time limit
   */
  allAnswered: (withinMs: number) => Promise<number>;
  sent: () => number;
  /** Number of repeats. */
  repeats: () => number;
  stop: () => void;
};

const REPEAT_EVERY_MS = 1_000;
const CONNECTIONS = 16;

/** Posts this many per second to `url`, in order. `now` is a monotonic clock, in ms. */
export function startPos(url: URL, bodies: readonly Body[], perSecond: number, now: () => number): Pos {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const receiver = { url, agent, subscriptionId: SUBSCRIPTION, key: KEY, now };
  const unanswered = new Set<Body>();
  const inFlight = new Set<Body>();
  let [sent, repeats, lastAnsweredAt] = [0, 0, 0];
  const waiting = bodies.values();

  const post = async (body: Body) => {
    inFlight.add(body);
    const reply = await postDelivery({ dueMs: 0, path: body.path, body: body.body, kind: 'delivery' }, receiver);
    inFlight.delete(body);
    if (!('status' in reply) || reply.status !== 200) return void unanswered.add(body);
    unanswered.delete(body);
    lastAnsweredAt = now();
  };
  const sending = setInterval(() => {
    const { value: body } = waiting.next();
    if (!body) return;
    sent += 1;
    void post(body);
  }, 1_000 / perSecond);
  const repeating = setInterval(() => {
    for (const body of unanswered) {
      if (inFlight.has(body)) continue;
      repeats += 1;
      void post(body);
    }
  }, REPEAT_EVERY_MS);

  return {
    sendNoMore: () => clearInterval(sending),
    async allAnswered(withinMs) {
      const deadline = now() + withinMs;
      while (unanswered.size + inFlight.size > 0) {
        if (now() > deadline)
          throw new Error(`${unanswered.size + inFlight.size} deliveries were not answered 200 in time`);
        await new Promise((later) => setTimeout(later, 20));
      }
      return lastAnsweredAt;
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
