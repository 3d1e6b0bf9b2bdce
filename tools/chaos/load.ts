import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { KEY, SUBSCRIPTION } from '../../server/testing/pos-key';
import type { Ledger } from '../crash-test/ledger';
import { generatePostings } from '../crash-test/post-load';
import type { Posted } from '../harness/compare-deliveries';
import type { Posting } from '../pos-simulator/plan-deliveries';
import { postDelivery } from '../pos-simulator/post-delivery';
import { between, pick, type Random } from '../pos-simulator/random';
import { createPastCourse, type PastCourse } from './past';

/** A POS that posts to the load balancer: several deliveries of a branch at the same time, which nodes share. */
export type Load = {
  /** Resolves when every delivery that was posted is answered, or failed. Call the result to go on. */
  pause: () => Promise<() => void>;
  /** What history and reports must show, in the order in which it was acknowledged. */
  past: readonly PastCourse[];
  stop: () => Promise<void>;
};

const CONNECTIONS = 8;
const LARGEST_BURST = 8;
const PAST_COURSE_EVERY_MS = 1_000;

export function startLoad(
  url: URL,
  {
    branches,
    perSecond,
    random,
    ledger,
  }: { branches: readonly number[]; perSecond: number; random: Random; ledger: Ledger },
): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const receiver = { url, agent, subscriptionId: SUBSCRIPTION, key: KEY, now: () => performance.now() };
  // One branch at least is out of order, however short the run.
  const postings = branches.map((branch, index) =>
    generatePostings(random, [], { branch, shuffledShare: index === 0 ? 1 : 0.5 }),
  );
  const pending = new Set<Promise<unknown>>();
  const past: PastCourse[] = [];
  let pastCourseAt = 0;
  let isPaused = false;
  let isStopped = false;

  async function post(posting: Posting): Promise<Posted> {
    const posted: Posted = { path: posting.path, body: posting.body, status: null };
    ledger.posted.push(posted);
    const reply = await postDelivery(posting, receiver);
    if ('status' in reply) posted.status = reply.status;
    // A node that stops, or has no database, may refuse; nothing else may go wrong.
    if ('status' in reply && reply.status !== 200 && reply.status !== 503)
      ledger.violations.push(`a delivery received ${reply.status} ${reply.code}`);
    return posted;
  }

  async function postPastCourse(): Promise<void> {
    const branch = pick(random, branches);
    const { posting, orderId } = createPastCourse(branch);
    if ((await post(posting)).status === 200) past.push({ branch, orderId, acknowledgedAt: performance.now() });
  }

  function keepPending(posted: Promise<unknown>): void {
    const done: Promise<unknown> = posted.finally(() => pending.delete(done));
    pending.add(done);
  }

  const running = (async () => {
    while (!isStopped) {
      const burst = between(random, 1, LARGEST_BURST);
      await wait((burst * 1_000) / perSecond);
      if (isPaused || pending.size > CONNECTIONS * 4) continue;
      const ofBranch = pick(random, postings);
      for (let count = 0; count < burst; count += 1) keepPending(post(ofBranch.next().value as Posting));
      if (performance.now() - pastCourseAt < PAST_COURSE_EVERY_MS) continue;
      pastCourseAt = performance.now();
      keepPending(postPastCourse());
    }
  })();
  const settle = async () => {
    while (pending.size > 0) await Promise.all(pending);
  };
  return {
    past,
    async pause() {
      isPaused = true;
      await settle();
      return () => {
        isPaused = false;
      };
    },
    async stop() {
      isStopped = true;
      await running;
      await settle();
      agent.destroy();
    },
  };
}
