import * as z from 'zod';
import { ALGORITHMS, SECRET_ENCODINGS, SIGNATURE_ENCODINGS } from './constants';
import { branchNumbers, instant, integer, storable } from './parts';

// What may post deliveries, as owners add and change it.

export const signingShape = z.object({
  secretEncoding: z.enum(SECRET_ENCODINGS),
  signatureEncoding: z.enum(SIGNATURE_ENCODINGS),
  algorithm: z.enum(ALGORITHMS),
});
export type Signing = z.infer<typeof signingShape>;
export const signingWishShape = z.strictObject(signingShape.partial().shape);
export type SigningWish = z.infer<typeof signingWishShape>;

const subscription = signingShape.extend({
  id: z.string(),
  event: z.string().nullable().describe('The event to which it is pinned.'),
  branches: z.array(integer).readonly().optional().describe('The only branches of which it may send.'),
  secrets: integer.describe('The number of valid secrets: two during a rotation.'),
  /** During a rotation: until when the old secret is valid. */
  oldSecretUntil: instant.nullable(),
  isSecretUnused: z.boolean().describe('Until the first delivery with the newest secret, it can be shown again.'),
  createdAt: instant,
  lastDeliveryAt: instant.nullable(),
});
/** What both sides agreed on for a subscription, without its secrets. */
export type SubscriptionInfo = z.infer<typeof subscription>;

const baseUrls = z
  .array(z.string())
  .describe('The addresses under which other devices reach this server, the best one first.');

export const subscriptionListShape = z.object({
  publicUrl: z.string().nullable().describe('The address of this server (PUBLIC_URL); null if not set.'),
  baseUrls,
  headerPrefix: z.string().nullable().describe('The required prefix of X-<prefix>-… headers; null for any.'),
  events: z.array(z.string()).describe('The events that the POS should send.'),
  subscriptions: z.array(subscription),
});
export type SubscriptionList = z.infer<typeof subscriptionListShape>;

const id = z
  .string()
  .max(60)
  .refine(...storable);
export const subscriptionById = z.strictObject({ id });

/** A secret of the POS's; without one, one is made. */
export const secretWishShape = z.strictObject({ secret: z.string().max(500).optional() });

export const subscriptionWishShape = secretWishShape.extend({
  id,
  secretEncoding: z.enum(SECRET_ENCODINGS).default('base64'),
  signatureEncoding: z.enum(SIGNATURE_ENCODINGS).default('base64'),
  algorithm: z.enum(ALGORITHMS).default('sha256'),
  event: z
    .string()
    .optional()
    .describe('What each of its deliveries is read as, unless its body names an event itself.'),
  branches: branchNumbers.optional().describe('The only branches of which it may send.'),
});
export type SubscriptionWish = z.input<typeof subscriptionWishShape>;

const newSecret = z.string().describe('Shown until its first delivery was accepted.');

export const subscriptionAddedShape = z.object({
  id: z.string(),
  secret: newSecret,
  baseUrls: z.array(z.string()).describe('What to enter as base URL in the POS, the best one first.'),
});
export type SubscriptionAdded = z.infer<typeof subscriptionAddedShape>;

export const secretAddedShape = z.object({
  id: z.string(),
  secret: newSecret,
  oldUntil: instant.nullable().describe('Null if there was no other secret.'),
});
export type SecretAdded = z.infer<typeof secretAddedShape>;

export const limitWishShape = z.strictObject({ branches: branchNumbers.nullable() });
