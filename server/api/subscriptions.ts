import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import {
  ALGORITHMS,
  KITCHEN_EVENTS,
  SECRET_ENCODINGS,
  type SecretAdded,
  SIGNATURE_ENCODINGS,
  type SubscriptionAdded,
  type SubscriptionList,
} from '../../contract/deliveries';
import {
  addAudited,
  changeSigningAudited,
  limitAudited,
  removeAudited,
  rotateAudited,
} from '../administration/subscriptions';
import type { Core } from '../core';
import { reachableOrigins } from '../http/own-addresses';
import { storable } from '../http/parameters';
import { createIntakeSettings } from '../webhooks/intake-settings';
import { authorOf } from './access';
import { asProblem } from './as-problem';
import { endpoint } from './endpoint';
import { branchNumbers, instant } from './shapes';

const reply = z.object({
  publicUrl: z.string().nullable().describe('The address of this server (PUBLIC_URL); null if not set.'),
  baseUrls: z
    .array(z.string())
    .describe('The addresses under which other devices reach this server, the best one first.'),
  headerPrefix: z.string().nullable().describe('The required prefix of X-<prefix>-… headers; null for any.'),
  events: z.array(z.string()).describe('The events that the POS should send.'),
  subscriptions: z.array(
    z.object({
      id: z.string(),
      event: z.string().nullable().describe('The event to which it is pinned.'),
      branches: z.array(z.int()).readonly().optional().describe('The only branches of which it may send.'),
      secretEncoding: z.enum(SECRET_ENCODINGS),
      signatureEncoding: z.enum(SIGNATURE_ENCODINGS),
      algorithm: z.enum(ALGORITHMS),
      secrets: z.int().describe('The number of valid secrets: two during a rotation.'),
      oldSecretUntil: instant.nullable(),
      isSecretUnused: z.boolean().describe('Until the first delivery with the newest secret, it can be shown again.'),
      createdAt: instant,
      lastDeliveryAt: instant.nullable(),
    }),
  ),
}) satisfies z.ZodType<SubscriptionList>;

/** The values to enter in the POS back office, without the secrets. `headers` are those of the request for it. */
export async function listSubscriptions(
  { config, settings, reader, now }: Pick<Core, 'config' | 'settings' | 'reader' | 'now'>,
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
  reply,
  handle: ({ deps, request }) => listSubscriptions(deps, request.headers),
});

const id = z
  .string()
  .max(60)
  .refine(...storable);
const secret = z.string().max(500).optional();
export const byId = z.strictObject({ id });

export const addedReply = z.object({
  id: z.string(),
  secret: z.string().describe('Shown until its first delivery was accepted.'),
  baseUrls: z.array(z.string()).describe('What to enter as base URL in the POS, the best one first.'),
}) satisfies z.ZodType<SubscriptionAdded>;

export const addSubscriptionEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/subscriptions',
  summary: 'Makes a subscription, and a secret if none is given. The secret can be read until its first delivery.',
  views: [],
  managers: 'owners',
  alsoRefuses: [409],
  query: z.strictObject({}),
  body: z.strictObject({
    id,
    secret,
    secretEncoding: z.enum(SECRET_ENCODINGS).default('base64'),
    signatureEncoding: z.enum(SIGNATURE_ENCODINGS).default('base64'),
    algorithm: z.enum(ALGORITHMS).default('sha256'),
    event: z
      .string()
      .optional()
      .describe('What each of its deliveries is read as, unless its body names an event itself.'),
    branches: branchNumbers.optional().describe('The only branches of which it may send.'),
  }),
  reply: addedReply,
  async handle({ deps, viewer, body, request }) {
    const added = await addAudited(deps, body, authorOf(viewer, request, deps)).catch(asProblem);
    return { ...added, baseUrls: reachableOrigins(deps.config, request.headers) };
  },
});

export const rotateSubscriptionEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/subscriptions/:id/rotate',
  summary: 'Adds a second secret, which can be read until its first delivery. The old one stays valid for seven days.',
  views: [],
  managers: 'owners',
  alsoRefuses: [409],
  query: byId,
  body: z.strictObject({ secret }),
  reply: z.object({
    id: z.string(),
    secret: z.string().describe('Shown until its first delivery was accepted.'),
    oldUntil: instant.nullable().describe('Null if there was no other secret.'),
  }) satisfies z.ZodType<SecretAdded>,
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
  query: byId,
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
  query: byId,
  body: z.strictObject({ branches: branchNumbers.nullable() }),
  reply: z.object({ id: z.string(), branches: z.array(z.int()).nullable() }),
  handle: ({ deps, viewer, query, body, request }) =>
    limitAudited(deps, query.id, body.branches, authorOf(viewer, request, deps)).catch(asProblem),
});

export const changeSigningEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/subscriptions/:id/signing',
  summary: 'Changes how a subscription signs, such as a refusal says that it would match. Its secrets stay.',
  views: [],
  managers: 'owners',
  query: byId,
  body: z.strictObject({
    secretEncoding: z.enum(SECRET_ENCODINGS).optional(),
    signatureEncoding: z.enum(SIGNATURE_ENCODINGS).optional(),
    algorithm: z.enum(ALGORITHMS).optional(),
  }),
  reply: z.object({
    secretEncoding: z.enum(SECRET_ENCODINGS),
    signatureEncoding: z.enum(SIGNATURE_ENCODINGS),
    algorithm: z.enum(ALGORITHMS),
  }),
  handle: ({ deps, viewer, query, body, request }) =>
    changeSigningAudited(deps, query.id, body, authorOf(viewer, request, deps)).catch(asProblem),
});

export const removeSubscriptionEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/subscriptions/:id/remove',
  summary: 'Removes a subscription with its secrets. What it sent is kept.',
  views: [],
  managers: 'owners',
  query: byId,
  body: z.strictObject({}),
  reply: z.object({ id: z.string() }),
  handle: ({ deps, viewer, query, request }) =>
    removeAudited(deps, query.id, authorOf(viewer, request, deps)).catch(asProblem),
});
