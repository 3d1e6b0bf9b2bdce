import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import { type RefusalList, refusalListShape } from '../../contract/deliveries';
import {
  type NewestDelivery,
  type PracticeStatus,
  practiceStatusShape,
  type SetUp,
  setUpShape,
  speedShape,
  type TestReport,
  testReportShape,
} from '../../contract/set-up';
import { toIso } from '../../domain/fact';
import { LANGUAGES } from '../../lib/language';
import { record } from '../audit/entry';
import type { Core } from '../core';
import { integerParameter } from '../http/parameters';
import { Problem } from '../http/reply';
import { fleetOf } from '../screens/fleet';
import { type ListedBranch, listBranches } from '../settings/branches';
import { branchFor, seesAll } from './access';
import { type Endpoint, endpoint } from './endpoint';
import { listSubscriptions } from './subscriptions';

const byNumber = z.strictObject({ number: integerParameter });

export const setUpEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/api/v1/refusals',
    summary: 'Refused requests, counted by cause, with the last of each. Bodies are not stored.',
    reply: refusalListShape,
    async handle({ deps, viewer }): Promise<RefusalList> {
      // Refused requests belong to no branch.
      if (!seesAll(deps, viewer)) throw new Problem(403, 'Only a manager of every branch may see refused requests.');
      return listRefusals(deps);
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/setup',
    summary: 'What is set up already: branches, subscriptions, the newest delivery, refused requests and screens.',
    managers: 'owners',
    reply: setUpShape,
    handle: ({ deps, request }) => readSetUp(deps, request.headers),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/branches/:number/test-course',
    alsoRefuses: [409],
    summary:
      'Shows a test course on every screen of a branch: started, ready, served, gone within half a minute. It is stored nowhere. One that runs already goes on.',
    query: z.strictObject({ number: integerParameter }),
    reply: testReportShape,
    async handle({ deps, viewer, query }): Promise<TestReport> {
      const number = branchFor(viewer, query.number);
      if (deps.practices.report(number).practice?.ended === null)
        throw new Problem(409, `A practice service runs in branch ${number}: stop it first.`, { code: 'practice' });
      deps.practices.beginTest(number);
      return deps.practices.testReport(number) ?? { step: 'gone', seenOn: [] };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/branches/:number/practice',
    summary: 'The practice service of a branch, and whether one may start.',
    query: byNumber,
    reply: practiceStatusShape,
    handle: async ({ deps, viewer, query }) => statusOf(deps, branchFor(viewer, query.number)),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/branches/:number/practice',
    summary:
      'Starts a practice service on every screen of a branch: a handful of tables, in memory only. It ends by itself, and as soon as the POS sends something.',
    alsoRefuses: [409],
    query: byNumber,
    body: z.strictObject({
      speed: speedShape.default(1).describe('How much faster than in thirteen minutes.'),
      language: z.enum(LANGUAGES).default('en').describe('The language of the names of its courses.'),
    }),
    reply: practiceStatusShape,
    async handle({ deps, viewer, query, body, author }) {
      const branch = branchFor(viewer, query.number);
      const entry = { ...author, action: 'practice-started', branch, after: { speed: body.speed } } as const;
      await deps.queue.run(async (sql, stages) => {
        await deps.lockConfig(sql);
        branchFor(viewer, branch);
        // Here, so that no delivery comes between this and the beginning.
        refuseStart(deps, branch);
        await record(sql, entry, deps.now());
        stages.onCommit(() => deps.practices.begin(branch, { ...body, by: author.by }));
      });
      return statusOf(deps, branch);
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/branches/:number/practice/stop',
    summary: 'Ends the practice service of a branch on every screen. Nothing happens if none runs.',
    query: byNumber,
    reply: practiceStatusShape,
    async handle({ deps, viewer, query, author }) {
      const branch = branchFor(viewer, query.number);
      const entry = { ...author, action: 'practice-stopped', branch } as const;
      if (deps.practices.stop(branch)) await deps.queue.run((sql) => record(sql, entry, deps.now()));
      return statusOf(deps, branch);
    },
  }),
];

/**
 * What is set up already: branches, subscriptions and screens, and the newest delivery. `headers` are those of the request,
 * for the addresses of this server.
 */
export async function readSetUp(deps: Core, headers: IncomingHttpHeaders): Promise<SetUp> {
  const branches = branchesToName(listBranches(deps));
  const numbers = branches.map(({ number }) => number);
  return {
    serverTime: toIso(deps.now()),
    branches: branches.map(({ number, name, timeZone, cutOff, lastDeliveryAt }) => ({
      ...{ number, name, timeZone, cutOff, lastDeliveryAt },
      test: deps.practices.testReport(number),
    })),
    subscriptions: await listSubscriptions(deps, headers),
    newest: await newestDelivery(deps, numbers),
    refusals: listRefusals(deps).refusals,
    screens: fleetOf(deps, numbers).screens,
  };
}

/** F25: provisional branches are left out, unless only they had a delivery: the POS has another number then. */
function branchesToName(branches: readonly ListedBranch[]): readonly ListedBranch[] {
  const taken = branches.filter(({ provisionalSince }) => provisionalSince === undefined);
  return taken.some(({ lastDeliveryAt }) => lastDeliveryAt !== null) ? taken : branches;
}

async function newestDelivery({ reader }: Core, branches: number[]): Promise<NewestDelivery | null> {
  const all = { outcome: null, cause: null, from: null, to: null, q: null, cursor: null };
  const { deliveries } = await reader.read('deliveries', { ...all, branches: [...branches, null], limit: 1 });
  const [newest] = deliveries;
  if (!newest) return null;
  const { receivedAt, outcome, branch, pathEvent, told } = newest;
  const { number = '', subNumber = '' } = told?.table ?? {};
  return {
    ...{ receivedAt, outcome, branch, event: told?.event ?? pathEvent },
    table: told?.table ? { number, subNumber } : null,
    ticketNumber: told?.order.ticketNumber ?? null,
    course: told?.course ?? null,
  };
}

/** The requests that all nodes refused since they started, newest first. */
export function listRefusals({ refusals }: Core): RefusalList {
  const { since, refusals: counted } = refusals.list();
  return { since: toIso(since), refusals: counted.toSorted((a, b) => (a.lastAt < b.lastAt ? 1 : -1)) };
}

/** F28b @throws Problem 409 */
function refuseStart({ practices }: Core, branch: number): void {
  const { openCourses, practice } = practices.report(branch);
  if (practice?.ended === null)
    throw new Problem(409, `A practice runs in branch ${branch} already.`, { code: 'running' });
  if (openCourses === 0) return;
  const courses = openCourses === 1 ? 'one real course is' : `${openCourses} real courses are`;
  throw new Problem(409, `${courses} open in branch ${branch}: start a practice when they are served.`, {
    code: 'open',
  });
}

function statusOf({ practices, now }: Core, branch: number): PracticeStatus {
  return { serverTime: toIso(now()), ...practices.report(branch) };
}
