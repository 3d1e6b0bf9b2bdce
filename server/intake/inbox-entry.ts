import * as z from 'zod';
import type { InboxRow } from '../storage/inbox-connection';
import type { Delivery, Translate, TranslationContext } from './delivery';

/** A delivery, and everything needed to translate it again after a restart. */
export type InboxEntry = { delivery: Delivery; context: TranslationContext };

/** The smallest id that a delivery received at an instant (epoch ms) can have: a UUID version 7 begins with it. */
export function firstIdAt(at: number): string {
  const hex = Math.max(0, Math.floor(at)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

export const envelopeShape = z.object({
  receivedAt: z.number(),
  subscription: z.string(),
  headers: z.record(z.string(), z.string()),
  bodySha256: z.string(),
  context: z.object({
    pathEvent: z.string(),
    pinnedEvent: z.string().nullable(),
    pathSlip: z.object({ isRead: z.boolean(), exceptInBranches: z.array(z.number()) }),
    contentType: z.string().nullable(),
    branches: z.array(z.number()).readonly().nullish(),
  }),
});

type Envelope = z.infer<typeof envelopeShape>;

export function rowOf({ delivery, context }: InboxEntry): InboxRow {
  const { id, receivedAt, subscription, headers, bodySha256, body } = delivery;
  const envelope: Envelope = { receivedAt, subscription, headers, bodySha256, context };
  return { id, envelope: JSON.stringify(envelope), body };
}

export function sizeOf({ envelope, body }: InboxRow): number {
  return envelope.length + body.length;
}

/** Null if the disk has damaged the row. */
export function parseRow({ id, envelope, body }: InboxRow, translate: Translate): Delivery | null {
  try {
    return entryOf(id, envelopeShape.parse(JSON.parse(envelope)), body, translate).delivery;
  } catch {
    return null;
  }
}

/** The entry of a stored delivery, which is translated again. */
export function entryOf(
  id: string,
  { context, ...envelope }: Envelope,
  body: Buffer,
  translate: Translate,
): InboxEntry {
  const reading = translate(body, envelope.bodySha256, context, envelope.receivedAt);
  return { delivery: { id, ...envelope, pathEvent: context.pathEvent, body, reading, isReplay: false }, context };
}
