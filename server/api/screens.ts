import * as z from 'zod';
import { limitsShape, type ScreenLimits } from '../../contract/live';
import { integer } from '../../contract/parts';
import { fleetShape, type ScreenWish, screenShape, screenWishShape } from '../../contract/screens';
import { applyAuditedChange, type Change } from '../audit/entry';
import { takeBranches } from '../board/stages';
import { integerParameter } from '../http/parameters';
import { Problem } from '../http/reply';
import { fleetOf } from '../screens/fleet';
import { changeScreen, limitScreen, revokeScreen, type Screen } from '../screens/screens';
import { requireBranches, type Viewer } from './access';
import { type ApiDeps, asProblem, type Endpoint, endpoint } from './endpoint';

const byId = z.strictObject({ id: integerParameter });

export const screenEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/api/v1/screens',
    summary: 'The screens of your branches: which are live, what they show, and how old it is.',
    reply: fleetShape,
    handle: async ({ deps, viewer }) => fleetOf(deps, viewer.branches),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/screens/:id',
    summary: 'Renames a screen, or moves it to another view or other branches. It goes there by itself.',
    query: byId,
    body: screenWishShape,
    reply: z.object({ screen: screenShape }),
    async handle({ deps, viewer, query: { id }, body, author }) {
      await applyAuditedChange(
        deps,
        async (sql, stages) => {
          const screen = screenOf(deps, viewer, id);
          requireBranches(viewer, body.branches);
          await takeBranches(sql, body.branches, stages);
          await changeScreen(sql, id, body);
          return screen;
        },
        author,
        (screen) => ({
          ...{ action: 'screen-changed', subject: body.name },
          before: valuesOf(screen),
          after: valuesOf({ id, ...body }),
        }),
      ).catch(asProblem);
      for (const one of presentOf(deps, id)) one.reconnect();
      return { screen: { id, ...body } };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/screens/:id/command',
    summary: 'Has a screen show its name in large letters for a moment (identify), or load its page again (reload).',
    alsoRefuses: [409],
    query: byId,
    body: z.strictObject({ kind: z.enum(['identify', 'reload']) }),
    reply: z.object({ sent: integer.describe('To how many of its pages.') }),
    async handle({ deps, viewer, query: { id }, body }) {
      const present = presentOf(deps, screenOf(deps, viewer, id).id).filter(({ isPolling }) => !isPolling);
      if (present.length === 0) throw new Problem(409, 'This screen is not connected.', { code: 'offline' });
      for (const one of present) one.send(body);
      return { sent: present.length };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/screens/:id/limits',
    summary: 'Sets the limits of one screen in place of its branch’s; those left out are as in the branch.',
    query: byId,
    body: z.strictObject({ limits: limitsShape }),
    reply: z.object({ id: integer, limits: limitsShape }),
    async handle({ deps, viewer, query: { id }, body, author }) {
      const { limits } = body;
      await applyAuditedChange(
        deps,
        async (sql) => {
          const screen = screenOf(deps, viewer, id);
          await limitScreen(sql, id, limits);
          return screen;
        },
        author,
        (screen) => ({
          action: 'screen-limits',
          subject: screen.name,
          before: auditValuesOf(screen.limits ?? {}),
          after: auditValuesOf(limits),
        }),
      ).catch(asProblem);
      for (const one of presentOf(deps, id)) one.reconnect();
      return { id, limits };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/screens/:id/revoke',
    summary: 'Ends the access of a screen at once and for good.',
    query: byId,
    reply: z.object({ id: integer }),
    async handle({ deps, viewer, query: { id }, author }) {
      await applyAuditedChange(
        deps,
        async (sql) => {
          const screen = screenOf(deps, viewer, id);
          await revokeScreen(sql, id, deps.now());
          return screen;
        },
        author,
        (screen) => ({ action: 'screen-revoked', subject: screen.name, before: valuesOf(screen) }),
      ).catch(asProblem);
      return { id };
    },
  }),
];

/** A screen that a manager may change: all of its branches are theirs. @throws Problem 404, 403 */
function screenOf(deps: ApiDeps, viewer: Viewer, id: number): Screen {
  const screen = [...deps.screens().values()].find((one) => one.id === id && one.revokedAt === null);
  if (!screen) throw new Problem(404, `There is no screen ${id}.`, { code: 'no-screen' });
  requireBranches(viewer, screen.branches);
  return screen;
}

function presentOf({ presence }: ApiDeps, id: number) {
  return [...presence.list()].filter(({ screen }) => screen === id);
}

function valuesOf({ id, name, view, branches }: ScreenWish & { id: number }): NonNullable<Change['after']> {
  return { id, name, view, branches };
}

function auditValuesOf(limits: ScreenLimits): NonNullable<Change['after']> {
  return Object.fromEntries(Object.entries(limits).filter((pair): pair is [string, number] => pair[1] !== undefined));
}
