import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import { type RefusalList, refusalListShape } from '../../contract/deliveries';
import { type NewestDelivery, type SetUp, setUpShape, type TestReport, testReportShape } from '../../contract/set-up';
import { toIso } from '../../domain/fact';
import type { Core } from '../core';
import { integerParameter } from '../http/parameters';
import { Problem } from '../http/reply';
import { fleetOf } from '../screens/fleet';
import { type ListedBranch, listBranches } from '../settings/branches';
import { branchFor, seesAll } from './access';
import { type Endpoint, endpoint } from './endpoint';
import { listSubscriptions } from './subscriptions';

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
