import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { eventBody } from '../../server/testing/events';
import { receiverAt } from '../harness/post-requests';
import type { Posted } from '../harness/stored-data';
import { type Posting, postDelivery } from '../pos-simulator/post-delivery';
import { between, pick, type Random } from '../pos-simulator/random';
import { generatePostings, type Ledger } from './load';
import type { Cluster, ClusterNode } from './nodes-cluster';

/** A course that is served at once, so that no screen shows it, and when it was acknowledged (`performance.now`). */
type PastCourse = { branch: number; orderId: string; acknowledgedAt: number };

/** Only courses of `createPastCourse` have this abbreviation. */
const ABBREVIATION = 'PAST';
/** What managers see is at most so old (docs/scaling.md). */
const OLDEST_MS = 60_000;
/** More seldom than a node looks at its replica. */
const ASK_EVERY_MS = 10_000;
const ANSWER_WITHIN_MS = 10_000;
/** After this time some node must have answered about a course that is older than a minute. */
const ANSWERED_WITHIN_MS = OLDEST_MS + 3 * ASK_EVERY_MS;
/** A list has up to a thousand courses, the newest first. */
const MAX_LISTED = 800;

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
  const receiver = receiverAt(url, CONNECTIONS);
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
      receiver.agent.destroy();
    },
  };
}

function createPastCourse(branch: number): { orderId: string; posting: Posting } {
  const orderId = randomUUID();
  const course = { name: 'Served', abbreviation: ABBREVIATION, expected: null };
  const body = eventBody({ at: Date.now(), branch, order: orderId, number: null, table: null, ...course });
  return { orderId, posting: { path: '/webhooks/kitchenServeCourse', body } };
}

/**
 * Asks every node for history and reports, as a manager. They must have what was acknowledged more than a minute before,
 * or longer by `clockErrorMs`.
 */
export function watchPast(
  { nodes, cookie }: Cluster,
  branches: readonly number[],
  acknowledged: readonly PastCourse[],
  violations: string[],
  clockErrorMs: () => number,
): { answers: () => number; stop: () => Promise<void> } {
  const stopping = new AbortController();
  let answers = 0;

  async function read<Answer>(node: ClusterNode, path: string): Promise<Answer> {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
    const response = await fetch(new URL(path, node.server?.url), { headers: { Cookie: cookie }, signal });
    if (response.status >= 400 && response.status < 500)
      violations.push(`${node.name} answered ${path} ${response.status}`);
    if (!response.ok) throw new Error(`it was answered ${response.status}`);
    return (await response.json()) as Answer;
  }

  async function ask(node: ClusterNode, branch: number): Promise<void> {
    const askedAt = performance.now();
    const errorMs = clockErrorMs();
    const due = acknowledged.filter(
      (course) => course.branch === branch && course.acknowledgedAt < askedAt - OLDEST_MS - errorMs,
    );
    const query = `branch=${branch}&course=${ABBREVIATION}`;
    const { courses } = await read<{ courses: { orderId: string }[] }>(
      node,
      `/api/v1/history/courses?${query}&limit=1000`,
    );
    const { groups } = await read<{ groups: { count: number }[] }>(
      node,
      `/api/v1/history/summary?${query}&groupBy=none`,
    );
    if (due.length === 0) return;
    answers += 1;
    const listed = new Set(courses.map(({ orderId }) => orderId));
    const missing = due.slice(-MAX_LISTED).filter(({ orderId }) => !listed.has(orderId));
    const counted = groups[0]?.count ?? 0;
    if (missing.length > 0)
      violations.push(`${node.name} has ${missing.length} of ${due.length} old courses not in its history`);
    if (counted < due.length)
      violations.push(`${node.name} counts ${counted} of ${due.length} old courses in its reports`);
  }

  const asking = nodes.map(async (node) => {
    while (!stopping.signal.aborted) {
      // A node that a fault concerns need not answer; but what it answers must be right.
      for (const branch of branches) if (node.server) await ask(node, branch).catch(() => {});
      await wait(ASK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  });
  return {
    answers: () => answers,
    async stop() {
      stopping.abort();
      await Promise.all(asking);
      const isDue = acknowledged.some(({ acknowledgedAt }) => performance.now() - acknowledgedAt > ANSWERED_WITHIN_MS);
      if (answers === 0 && isDue) violations.push('no node answered about history and reports');
    },
  };
}
