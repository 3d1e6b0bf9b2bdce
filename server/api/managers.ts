import * as z from 'zod';
import { storable } from '../../contract/parts';
import {
  invitationShape,
  type PersonLink,
  type PersonList,
  personLinkShape,
  personListShape,
  rightsShape,
} from '../../contract/people';
import { toIso } from '../../domain/fact';
import {
  addManagerAudited,
  changeManagerAudited,
  removeManagerAudited,
  resetPasswordAudited,
  signOutAudited,
} from '../administration/managers';
import type { Core } from '../core';
import { reachableOrigins } from '../http/own-addresses';
import { Problem } from '../http/reply';
import { listManagers } from '../people/managers';
import type { KnownManager } from '../people/people';
import { asProblem, type Endpoint, type EndpointInput, endpoint } from './endpoint';

const byId = z.strictObject({
  id: z
    .string()
    .max(60)
    .refine(...storable),
});

const ofOwners = { managers: 'owners', alsoRefuses: [409] } as const;

/** Everybody who may sign in, by name. */
export function listPeople({ people, now }: Core): PersonList {
  const managers = listManagers(people(), now());
  return { serverTime: toIso(now()), managers: managers.toSorted((a, b) => a.name.localeCompare(b.name, 'en')) };
}

export const managerEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/api/v1/managers',
    summary: 'Everybody who may sign in.',
    managers: 'owners',
    reply: personListShape,
    handle: async ({ deps }) => listPeople(deps),
  }),
  endpoint({
    ...ofOwners,
    method: 'POST',
    path: '/api/v1/managers',
    summary: 'Adds somebody who may sign in. They set a password with the link, within 24 hours.',
    body: invitationShape,
    reply: personLinkShape,
    async handle({ deps, body, request, author }) {
      const added = await addManagerAudited(deps, body, author).catch(asProblem);
      return linkOf(deps, request, added.id, added);
    },
  }),
  endpoint({
    ...ofOwners,
    method: 'POST',
    path: '/api/v1/managers/:id',
    summary: 'Changes the role and the branches of somebody. The last owner stays one.',
    query: byId,
    body: rightsShape,
    reply: z.object({ id: z.string() }),
    async handle({ deps, query: { id }, body, author }) {
      const { name } = managerOf(deps, id);
      await changeManagerAudited(deps, name, body, author).catch(asProblem);
      return { id };
    },
  }),
  endpoint({
    ...ofOwners,
    method: 'POST',
    path: '/api/v1/managers/:id/reset-password',
    summary: 'Makes a new link to set a password, and ends the old password and all sessions. Not for oneself.',
    query: byId,
    reply: personLinkShape,
    async handle({ deps, viewer, query: { id }, request, author }) {
      const { name } = managerOf(deps, id);
      // Signed out at once, nobody would see the link.
      if (viewer.manager?.id === id) throw new Problem(409, 'Ask another owner to do this.', { code: 'self' });
      const reset = await resetPasswordAudited(deps, name, author).catch(asProblem);
      return linkOf(deps, request, id, reset);
    },
  }),
  endpoint({
    ...ofOwners,
    method: 'POST',
    path: '/api/v1/managers/:id/sign-out',
    summary: 'Ends all sessions of somebody.',
    query: byId,
    reply: z.object({ id: z.string(), sessions: z.int() }),
    async handle({ deps, query: { id }, author }) {
      const { name } = managerOf(deps, id);
      const { sessions } = await signOutAudited(deps, name, author).catch(asProblem);
      return { id, sessions };
    },
  }),
  endpoint({
    ...ofOwners,
    method: 'POST',
    path: '/api/v1/managers/:id/remove',
    summary: 'Removes somebody, and ends all sessions. The last owner stays.',
    query: byId,
    reply: z.object({ id: z.string() }),
    async handle({ deps, query: { id }, author }) {
      const { name } = managerOf(deps, id);
      await removeManagerAudited(deps, name, author).catch(asProblem);
      return { id };
    },
  }),
];

/** @throws Problem 404 */
function managerOf({ people }: Core, id: string): KnownManager {
  const manager = people().managers.find((one) => one.id === id);
  if (!manager) throw new Problem(404, 'This person was removed.', { code: 'unknown' });
  return manager;
}

function linkOf(
  { config }: Core,
  { headers }: EndpointInput<never>['request'],
  id: string,
  { name, token, linkUntil }: { name: string; token: string; linkUntil: string },
): PersonLink {
  return { id, name, link: `${reachableOrigins(config, headers)[0]}/login#${token}`, linkUntil };
}
