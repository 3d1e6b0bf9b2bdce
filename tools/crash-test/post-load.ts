import { Agent } from 'node:http';
import { KEY, SUBSCRIPTION } from '../../server/testing/pos-key';
import type { Posting } from '../pos-simulator/plan-deliveries';
import { postDelivery } from '../pos-simulator/post-delivery';
import { pick, type Random, shuffled } from '../pos-simulator/random';
import { instantOf, serviceUntil } from '../pos-simulator/service-until';
import type { Ledger } from './ledger';

const SERVICE = { orders: 50, tables: 60, minutes: 15, faults: true };
const REPEAT_SHARE = 0.12;

/**
 * Endless services that end now, mixed with repeats of earlier deliveries. `shuffledShare` of the services are out of
 * order.
 */
export function* generatePostings(
  random: Random,
  earlier: readonly { path: string; body: string }[],
  { branch = 1, shuffledShare = 0.5 }: { branch?: number; shuffledShare?: number } = {},
): Generator<Posting> {
  const repeatable = [...earlier];
  for (;;) {
    for (const posting of serviceUntilNow(random, branch, shuffledShare)) {
      yield posting;
      repeatable.push(posting);
      if (random() < REPEAT_SHARE) yield { ...pick(random, repeatable), dueMs: 0, kind: 'repeat' };
    }
  }
}

/** The newest comes first, so that the server knows the offset of the POS's clock. */
function serviceUntilNow(random: Random, branch: number, shuffledShare: number): Posting[] {
  const deliveries = serviceUntil(Date.now(), Math.floor(random() * 2 ** 31), { ...SERVICE, branch });
  const postings = deliveries.map(({ path, body }): Posting => ({ dueMs: 0, path, body, kind: 'delivery' }));
  const newest = postings.reduce((best, posting) => (instantOf(posting.body) > instantOf(best.body) ? posting : best));
  return [
    newest,
    ...(random() < shuffledShare ? shuffled(random, postings) : postings).filter((posting) => posting !== newest),
  ];
}

/** Posts over `connections` connections without pauses, until the server has ended. */
export async function postDeliveries(
  isOver: () => boolean,
  url: URL,
  postings: Iterator<Posting>,
  connections: number,
  ledger: Ledger,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const receiver = { url, agent, subscriptionId: SUBSCRIPTION, key: KEY, now: () => performance.now() };
  const useConnection = async () => {
    while (!isOver()) {
      const posting = postings.next().value as Posting;
      const posted = { path: posting.path, body: posting.body, status: null as number | null };
      ledger.posted.push(posted);
      const reply = await postDelivery(posting, receiver);
      if (!('status' in reply)) continue;
      posted.status = reply.status;
      if (reply.signature !== 'right') ledger.violations.push(`a response ${reply.status} has a wrong signature`);
      const isExpected =
        reply.status === 200 || (reply.status === 400 && ledger.rejectedInstants.has(instantOf(posting.body)));
      if (!isExpected) ledger.violations.push(`a delivery received ${reply.status} ${reply.code}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, useConnection));
  } finally {
    agent.destroy();
  }
}
