import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { eventBody } from '../../server/testing/events';
import type { Posting } from '../pos-simulator/plan-deliveries';
import type { Cluster } from './cluster';
import type { ClusterNode } from './cluster-node';

/** A course that is served at once, so that no screen shows it, and when it was acknowledged (`performance.now`). */
export type PastCourse = { branch: number; orderId: string; acknowledgedAt: number };

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

export function createPastCourse(branch: number): { orderId: string; posting: Posting } {
  const orderId = randomUUID();
  const course = { name: 'Served', abbreviation: ABBREVIATION, expected: null };
  const body = eventBody({ at: Date.now(), branch, order: orderId, number: null, table: null, ...course });
  return { orderId, posting: { dueMs: 0, path: '/webhooks/kitchenServeCourse', body, kind: 'delivery' } };
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
