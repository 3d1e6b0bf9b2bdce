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
import { authorOf } from './access';
import { type ApiDeps, asProblem, endpoint } from './endpoint';

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

export const subscriptionsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/subscriptions',
  summary: 'The options of each subscription. Secrets are never returned.',
  views: [],
  query: z.strictObject({}),
  reply: subscriptionListShape,
  handle: ({ deps, request }) => listSubscriptions(deps, request.headers),
});

export const addSubscriptionEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/subscriptions',
  summary: 'Makes a subscription, and a secret if none is given. The secret can be read until its first delivery.',
  views: [],
  managers: 'owners',
  alsoRefuses: [409],
  query: z.strictObject({}),
  body: subscriptionWishShape,
  reply: subscriptionAddedShape,
  async handle({ deps, viewer, body, request }) {
    const added = await addAudited(deps, body, authorOf(viewer, request, deps)).catch(asProblem);
    return { ...added, baseUrls: reachableOrigins(deps.config, request.headers) };
  },
});

export const showSecretEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/subscriptions/:id/secret',
  summary: 'The newest secret of a subscription again, until the first delivery with it was accepted.',
  views: [],
  managers: 'owners',
  alsoRefuses: [409],
  query: subscriptionById,
  body: z.strictObject({}),
  reply: subscriptionAddedShape,
  async handle({ deps, viewer, query: { id }, request }) {
    const secret = await unusedSecret(deps, id).catch(asProblem);
    deps.audit.count({ ...authorOf(viewer, request, deps), action: 'secret-shown', subject: id });
    return { id, secret, baseUrls: reachableOrigins(deps.config, request.headers) };
  },
});

export const rotateSubscriptionEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/subscriptions/:id/rotate',
  summary: 'Adds a second secret, which can be read until its first delivery. The old one stays valid for seven days.',
  views: [],
  managers: 'owners',
  alsoRefuses: [409],
  query: subscriptionById,
  body: secretWishShape,
  reply: secretAddedShape,
  handle: ({ deps, viewer, query, body, request }) =>
    rotateAudited(deps, query.id, body, authorOf(viewer, request, deps)).catch(asProblem),
});

export const finishRotationEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/subscriptions/:id/finish',
  summary: 'Ends the old secret of a rotation now.',
  views: [],
  managers: 'owners',
  alsoRefuses: [409],
  query: subscriptionById,
  body: z.strictObject({}),
  reply: z.object({ id: z.string(), oldUntil: instant }),
  async handle({ deps, viewer, query, request }) {
    const author = authorOf(viewer, request, deps);
    const { id, oldUntil } = await rotateAudited(deps, query.id, { finish: true }, author).catch(asProblem);
    return { id, oldUntil };
  },
});

export const limitSubscriptionEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/subscriptions/:id/limit',
  summary: 'Limits a subscription to branches; null ends the limit.',
  views: [],
  managers: 'owners',
  query: subscriptionById,
  body: limitWishShape,
  reply: z.object({ id: z.string(), branches: z.array(integer).nullable() }),
  handle: ({ deps, viewer, query, body, request }) =>
    limitAudited(deps, query.id, body.branches, authorOf(viewer, request, deps)).catch(asProblem),
});

export const changeSigningEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/subscriptions/:id/signing',
  summary: 'Changes how a subscription signs, such as a refusal says that it would match. Its secrets stay.',
  views: [],
  managers: 'owners',
  query: subscriptionById,
  body: signingWishShape,
  reply: signingShape,
  handle: ({ deps, viewer, query, body, request }) =>
    changeSigningAudited(deps, query.id, body, authorOf(viewer, request, deps)).catch(asProblem),
});

export const removeSubscriptionEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/subscriptions/:id/remove',
  summary: 'Removes a subscription with its secrets. What it sent is kept.',
  views: [],
  managers: 'owners',
  query: subscriptionById,
  body: z.strictObject({}),
  reply: z.object({ id: z.string() }),
  handle: ({ deps, viewer, query, request }) =>
    removeAudited(deps, query.id, authorOf(viewer, request, deps)).catch(asProblem),
});

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
