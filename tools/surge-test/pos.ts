import { Agent } from 'node:http';
import type { Body } from '../bench/bodies';
import { KEY, SUBSCRIPTION } from '../measure/pos-key';
import { postDelivery } from '../pos-simulator/post-delivery';

/** A POS that goes on whether or not it is heard: what was not answered 200 it sends again, until it is. */
export type Pos = {
  /** Sends no new ones any more; what is not answered yet is still repeated. */
  sendNoMore: () => void;
  /** Resolves when all that it sent is answered 200, to when the last one was, on `now`. @throws when that takes too long */
  allAnswered: (withinMs: number) => Promise<number>;
  sent: () => number;
  /** How many had to be sent again, counted once each time. */
  repeats: () => number;
  stop: () => void;
};

const REPEAT_EVERY_MS = 1_000;
const CONNECTIONS = 16;

/** Posts so many a second to `url`, in their order. `now` is a steady clock, in ms. */
export function startPos(url: URL, bodies: readonly Body[], perSecond: number, now: () => number): Pos {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const receiver = { url, agent, subscriptionId: SUBSCRIPTION, key: KEY, now };
  const unheard = new Set<Body>();
  const underWay = new Set<Body>();
  let [sent, repeats, lastAnsweredAt] = [0, 0, 0];
  const waiting = bodies.values();

  const post = async (body: Body) => {
    underWay.add(body);
    const reply = await postDelivery({ dueMs: 0, path: body.path, body: body.body, kind: 'delivery' }, receiver);
    underWay.delete(body);
    if (!('status' in reply) || reply.status !== 200) return void unheard.add(body);
    unheard.delete(body);
    lastAnsweredAt = now();
  };
  const sending = setInterval(() => {
    const { value: body } = waiting.next();
    if (!body) return;
    sent += 1;
    void post(body);
  }, 1_000 / perSecond);
  const repeating = setInterval(() => {
    for (const body of unheard) {
      if (underWay.has(body)) continue;
      repeats += 1;
      void post(body);
    }
  }, REPEAT_EVERY_MS);

  return {
    sendNoMore: () => clearInterval(sending),
    async allAnswered(withinMs) {
      const giveUpAt = now() + withinMs;
      while (unheard.size + underWay.size > 0) {
        if (now() > giveUpAt)
          throw new Error(`${unheard.size + underWay.size} deliveries were not answered 200 in time`);
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
