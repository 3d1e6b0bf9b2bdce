import { z } from 'zod';
import { ALGORITHMS, SECRET_ENCODINGS, SIGNATURE_ENCODINGS, type SubscriptionList } from '../../contract/deliveries';
import type { Core } from '../core';
import { KITCHEN_EVENTS } from '../webhooks/events';
import { createIntakeSettings } from '../webhooks/intake-settings';
import { endpoint } from './endpoint';
import { instant } from './shapes';

const reply = z.object({
  publicUrl: z.string().nullable().describe('Under which the POS reaches this server, where PUBLIC_URL says it.'),
  headerPrefix: z.string().nullable().describe('What X-<prefix>-… headers must be called; null for any.'),
  events: z.array(z.string()).describe('Those that the POS should send.'),
  subscriptions: z.array(
    z.object({
      id: z.string(),
      event: z.string().nullable().describe('The event that it is pinned to.'),
      secretEncoding: z.enum(SECRET_ENCODINGS),
      signatureEncoding: z.enum(SIGNATURE_ENCODINGS),
      algorithm: z.enum(ALGORITHMS),
      secrets: z.int().describe('How many hold: two while one is rotated.'),
      oldSecretUntil: instant.nullable(),
      createdAt: instant,
      lastDeliveryAt: instant.nullable(),
    }),
  ),
}) satisfies z.ZodType<SubscriptionList>;

/** What has to be entered in the POS, without the secrets. */
export async function listSubscriptions({
  config,
  settings,
  reader,
  now,
}: Pick<Core, 'config' | 'settings' | 'reader' | 'now'>): Promise<SubscriptionList> {
  return {
    publicUrl: config.publicUrl,
    headerPrefix: createIntakeSettings(settings)().pinnedPrefix,
    events: Object.keys(KITCHEN_EVENTS),
    subscriptions: await reader.read('subscriptions', now()),
  };
}

export const subscriptionsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/subscriptions',
  summary: 'What the POS and this server agreed on. Secrets are never sent.',
  views: [],
  query: z.strictObject({}),
  reply,
  handle: ({ deps }) => listSubscriptions(deps),
});
