import * as z from 'zod';
import { type PracticeStatus, practiceStatusShape, speedShape } from '../../contract/set-up';
import { toIso } from '../../domain/fact';
import { LANGUAGES } from '../../lib/language';
import { record } from '../audit/entry';
import type { Core } from '../core';
import { integerParameter } from '../http/parameters';
import { Problem } from '../http/reply';
import { branchFor } from './access';
import { type Endpoint, endpoint } from './endpoint';

const byNumber = z.strictObject({ number: integerParameter });

export const practiceEndpoints: readonly Endpoint[] = [
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
