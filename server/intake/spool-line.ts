import { crc32 } from 'node:zlib';
import { z } from 'zod';
import type { Addressed, Delivery, Translate } from './delivery';

/** A delivery with what its meaning was read from: it is read again when it leaves the spool. */
export type SpoolEntry = { delivery: Delivery; addressed: Addressed };

/**
 * A line of the file; what was read from one that cannot be read is null. `text` is the entry as JSON, or all that
 * stands there.
 */
export type Line = { text: () => string; bytes: number; delivery: Delivery | null };

const lineShape = z.object({
  id: z.string(),
  receivedAt: z.number(),
  subscription: z.string(),
  headers: z.record(z.string(), z.string()),
  bodySha256: z.string(),
  body: z.base64(),
  addressed: z.object({
    pathEvent: z.string(),
    pinnedEvent: z.string().nullable(),
    pathSlip: z.object({ isRead: z.boolean(), exceptInBranches: z.array(z.number()) }),
    contentType: z.string().nullable(),
  }),
});

type Stored = z.infer<typeof lineShape>;

/**
 * An entry as a line, without its end: `["1a2b3c4d",{…}]`, a sum of the entry and the entry. A line is written over one
 * that is mostly as long, and of what a crash leaves half and half nothing else tells that it is no delivery.
 */
export function lineTextOf(entry: SpoolEntry): string {
  const text = textOf(entry);
  return `["${sumOf(text)}",${text}]`;
}

const SUMMED = /^\["([0-9a-f]{8})",(.*)\]$/s;

function sumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}

function textOf({ delivery, addressed }: SpoolEntry): string {
  const { id, receivedAt, subscription, headers, bodySha256 } = delivery;
  const line: Omit<Stored, 'body'> = { id, receivedAt, subscription, headers, bodySha256, addressed };
  // Base64 has nothing that JSON would escape: most of the line need not be looked through.
  return `${JSON.stringify(line).slice(0, -1)},"body":"${delivery.body.toString('base64')}"}`;
}

/** The line of an entry that is at hand; `bytes` with its end. */
export function lineOf(entry: SpoolEntry, bytes: number): Line {
  return { text: () => textOf(entry), bytes, delivery: entry.delivery };
}

/** A line as it stands in the file; `bytes` with its end. Those of an older Heatlamp are the entry alone. */
export function lineRead({ text, bytes }: { text: string; bytes: number }, translate: Translate): Line {
  const [, sum, entry = text] = SUMMED.exec(text) ?? [];
  const delivery = sum === undefined || sum === sumOf(entry) ? readEntry(entry, translate) : null;
  const told = delivery ? entry : text;
  return { text: () => told, bytes, delivery };
}

/** Lines of spaces are nobody's, and of a delivery that is there twice the first line counts. */
export function withoutRepeats(lines: readonly Line[]): Line[] {
  const ids = new Set<string>();
  return lines.filter(({ text, delivery }) => {
    if (!delivery) return !/^ +$/.test(text());
    if (ids.has(delivery.id)) return false;
    ids.add(delivery.id);
    return true;
  });
}

function readEntry(text: string, translate: Translate): Delivery | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = lineShape.safeParse(json);
  if (!parsed.success) return null;
  const { id, receivedAt, subscription, headers, bodySha256, addressed } = parsed.data;
  const body = Buffer.from(parsed.data.body, 'base64');
  const reading = translate(body, bodySha256, addressed);
  return {
    id,
    receivedAt,
    subscription,
    pathEvent: addressed.pathEvent,
    headers,
    body,
    bodySha256,
    reading,
    isReplay: false,
  };
}
