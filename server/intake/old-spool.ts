import { createReadStream, existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { crc32 } from 'node:zlib';
import * as z from 'zod';
import type { Log } from '../log';
import { shortOf } from '../storage/failure';
import type { Translate } from './delivery';
import type { Inbox } from './inbox';
import { entryOf, envelopeShape, type InboxEntry } from './inbox-entry';

// Earlier versions kept acknowledged deliveries in text files: DATA_DIR/spool/deliveries.jsonl, and set-aside.jsonl for
// lines that the database rejected. A line is `["<CRC-32 in hexadecimal>",{…}]`, or only the object in older files.

const { context: addressed, ...envelope } = envelopeShape.shape;
const lineShape = z.object({ ...envelope, id: z.string(), addressed, body: z.base64() });
const SUMMED = /^\["([0-9a-f]{8})",(.*)\]$/s;
/** Lines after this character were projected already. */
const END = '\u0004';
const CHUNK = 200;

/**
 * Moves the deliveries of an older version's spool to the inbox, and deletes its files. Lines that cannot be read stay in
 * set-aside.jsonl. @throws Error if a file cannot be read, or the inbox cannot be written
 */
export async function importOldSpool(
  folder: string,
  inbox: Inbox,
  translate: Translate,
  log: Pick<Log, 'info' | 'warn'>,
): Promise<void> {
  const files = ['deliveries.jsonl', 'set-aside.jsonl'].map((name) => path.join(folder, name)).filter(existsSync);
  if (files.length === 0) return;
  const damaged: string[] = [];
  let moved = 0;
  for (const file of files) {
    let entries: InboxEntry[] = [];
    const move = async () => {
      if (entries.length > 0) await inbox.append(entries);
      moved += entries.length;
      entries = [];
    };
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line.startsWith(END)) break;
      if (line.trim() === '') continue;
      const entry = readLine(line, translate);
      if (entry) entries.push(entry);
      else damaged.push(line);
      if (entries.length === CHUNK) await move();
    }
    await move();
  }
  await keepDamaged(folder, files, damaged).catch((error: unknown) => {
    // Moved again at the next start, and stored once.
    log.warn({ folder, error: shortOf(error) }, 'the spool of an older version could not be deleted: delete it');
  });
  if (moved > 0) log.info({ deliveries: moved }, 'the spool of an older version was moved to the inbox');
  if (damaged.length > 0)
    log.warn(
      { lines: damaged.length, folder },
      'lines of an older version could not be read: they stay in set-aside.jsonl',
    );
}

async function keepDamaged(folder: string, files: readonly string[], damaged: readonly string[]): Promise<void> {
  const kept = path.join(folder, 'set-aside.jsonl');
  if (damaged.length > 0) {
    await writeFile(`${kept}.part`, `${damaged.join('\n')}\n`, { flush: true });
    await rename(`${kept}.part`, kept);
  }
  for (const file of files) if (file !== kept || damaged.length === 0) rmSync(file, { force: true });
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

function readLine(line: string, translate: Translate): InboxEntry | null {
  const [, sum, text = line] = SUMMED.exec(line) ?? [];
  if (sum !== undefined && sum !== crc32(text).toString(16).padStart(8, '0')) return null;
  try {
    const { id, body, addressed: context, ...known } = lineShape.parse(JSON.parse(text));
    return entryOf(id, { ...known, context }, Buffer.from(body, 'base64'), translate);
  } catch {
    return null;
  }
}
