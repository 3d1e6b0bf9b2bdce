import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import { KITCHEN_EVENTS } from '../../contract/constants';
import { instant, integer } from '../../contract/parts';
import {
  limitWishShape,
  type SubscriptionList,
  secretAddedShape,
  secretWishShape,
  signingShape,
  signingWishShape,
  subscriptionAddedShape,
  subscriptionById,
  subscriptionListShape,
  subscriptionWishShape,
} from '../../contract/subscriptions';
import {
  addAudited,
  changeSigningAudited,
  limitAudited,
  removeAudited,
  rotateAudited,
} from '../administration/subscriptions';
import type { Core } from '../core';
import { reachableOrigins } from '../http/own-addresses';
import { UserError } from '../user-error';
import { createIntakeSettings } from '../webhooks/intake-settings';
import { type ApiDeps, asProblem, type Endpoint, endpoint } from './endpoint';

/** The values to enter in the POS back office, without the secrets. `headers` are those of the request for it. */
export async function listSubscriptions(
  { config, settings, reader, now }: Core,
  headers: IncomingHttpHeaders,
): Promise<SubscriptionList> {
  return {
    publicUrl: config.publicUrl,
    baseUrls: reachableOrigins(config, headers),
    headerPrefix: createIntakeSettings(settings)().pinnedPrefix,
    events: [...KITCHEN_EVENTS],
    subscriptions: await reader.read('subscriptions', now()),
  };
}

export const subscriptionEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/api/v1/subscriptions',
    summary: 'The options of each subscription. Secrets are never returned.',
    reply: subscriptionListShape,
    handle: ({ deps, request }) => listSubscriptions(deps, request.headers),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/subscriptions',
    summary: 'Makes a subscription, and a secret if none is given. The secret can be read until its first delivery.',
    managers: 'owners',
    alsoRefuses: [409],
    body: subscriptionWishShape,
    reply: subscriptionAddedShape,
    async handle({ deps, body, request, author }) {
      const added = await addAudited(deps, body, author).catch(asProblem);
      return { ...added, baseUrls: reachableOrigins(deps.config, request.headers) };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/subscriptions/:id/secret',
    summary: 'The newest secret of a subscription again, until the first delivery with it was accepted.',
    managers: 'owners',
    alsoRefuses: [409],
    query: subscriptionById,
    reply: subscriptionAddedShape,
    async handle({ deps, query: { id }, request, author }) {
      const secret = await unusedSecret(deps, id).catch(asProblem);
      deps.audit.count({ ...author, action: 'secret-shown', subject: id });
      return { id, secret, baseUrls: reachableOrigins(deps.config, request.headers) };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/subscriptions/:id/rotate',
    summary:
      'Adds a second secret, which can be read until its first delivery. The old one stays valid for seven days.',
    managers: 'owners',
    alsoRefuses: [409],
    query: subscriptionById,
    body: secretWishShape,
    reply: secretAddedShape,
    handle: ({ deps, query, body, author }) => rotateAudited(deps, query.id, body, author).catch(asProblem),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/subscriptions/:id/finish',
    summary: 'Ends the old secret of a rotation now.',
    managers: 'owners',
    alsoRefuses: [409],
    query: subscriptionById,
    reply: z.object({ id: z.string(), oldUntil: instant }),
    async handle({ deps, query, author }) {
      const { id, oldUntil } = await rotateAudited(deps, query.id, { finish: true }, author).catch(asProblem);
      return { id, oldUntil };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/subscriptions/:id/limit',
    summary: 'Limits a subscription to branches; null ends the limit.',
    managers: 'owners',
    query: subscriptionById,
    body: limitWishShape,
    reply: z.object({ id: z.string(), branches: z.array(integer).nullable() }),
    handle: ({ deps, query, body, author }) => limitAudited(deps, query.id, body.branches, author).catch(asProblem),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/subscriptions/:id/signing',
    summary: 'Changes how a subscription signs, such as a refusal says that it would match. Its secrets stay.',
    managers: 'owners',
    query: subscriptionById,
    body: signingWishShape,
    reply: signingShape,
    handle: ({ deps, query, body, author }) => changeSigningAudited(deps, query.id, body, author).catch(asProblem),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/subscriptions/:id/remove',
    summary: 'Removes a subscription with its secrets. What it sent is kept.',
    managers: 'owners',
    query: subscriptionById,
    reply: z.object({ id: z.string() }),
    handle: ({ deps, query, author }) => removeAudited(deps, query.id, author).catch(asProblem),
  }),
];

/** The newest secret of a subscription, if the POS has not used it yet. @throws UserError */
async function unusedSecret({ reader, subscriptions, now }: ApiDeps, id: string): Promise<string> {
  const listed = (await reader.read('subscriptions', now())).find((subscription) => subscription.id === id);
  // After a rotation, the old one has an end.
  const newest = subscriptions()
    .get(id)
    ?.secrets.find(({ validUntil }) => validUntil === null);
  if (!listed || !newest) throw new UserError(`there is no secret of a subscription ${id}`, 'unknown');
  if (!listed.isSecretUnused)
    throw new UserError(`the POS uses the secret of ${id} already, so it is not shown any more`, 'in-use');
  return newest.secret;
}
