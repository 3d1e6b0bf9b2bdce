import { z } from 'zod';
import { ALGORITHMS, SECRET_ENCODINGS, SIGNATURE_ENCODINGS, type SubscriptionList } from '../../contract/deliveries';
import type { Core } from '../core';
import { KITCHEN_EVENTS } from '../webhooks/events';
import { createIntakeSettings } from '../webhooks/intake-settings';
import { endpoint } from './endpoint';
import { instant } from './shapes';

const reply = z.object({
  publicUrl: z.string().nullable().describe('The address of this server (PUBLIC_URL); null if not set.'),
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
      createdAt: instant,
      lastDeliveryAt: instant.nullable(),
    }),
  ),
}) satisfies z.ZodType<SubscriptionList>;

/** The values to enter in the POS back office, without the secrets. */
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
  summary: 'The options of each subscription. Secrets are never returned.',
  views: [],
  query: z.strictObject({}),
  reply,
  handle: ({ deps }) => listSubscriptions(deps),
});
