import { crc32 } from 'node:zlib';
import { z } from 'zod';
import type { Delivery, Translate, TranslationContext } from './delivery';

/** A delivery, and everything needed to translate it again when it is drained. */
export type SpoolEntry = { delivery: Delivery; addressed: TranslationContext };

/**
 * A line of the file. `delivery` is null if the line cannot be read. `text` returns the entry as JSON, or the whole line
 * if it cannot be read.
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
 * An entry as a line without line end: a checksum and the entry, `["1a2b3c4d",{…}]`. New lines overwrite drained ones,
 * often of the same length, so only the checksum detects a line that a crash left half overwritten.
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
  // Base64 needs no escaping, so the largest part of the line is not scanned for it.
  return `${JSON.stringify(line).slice(0, -1)},"body":"${delivery.body.toString('base64')}"}`;
}

/** The line of an entry in memory. `bytes` is its size with line end. */
export function lineOf(entry: SpoolEntry, bytes: number): Line {
  return { text: () => textOf(entry), bytes, delivery: entry.delivery };
}

/** Parses a line of the file. Lines of older versions have no checksum. `bytes` is the size with line end. */
export function parseLine({ text, bytes }: { text: string; bytes: number }, translate: Translate): Line {
  const [, sum, entry = text] = SUMMED.exec(text) ?? [];
  const delivery = sum === undefined || sum === sumOf(entry) ? readEntry(entry, translate) : null;
  const kept = delivery ? entry : text;
  return { text: () => kept, bytes, delivery };
}

/** Omits lines of spaces, which a probe left, and repeated lines of a delivery. */
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
