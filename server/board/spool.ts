import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { syncFolder } from '../storage/sync-folder';
import { type Addressed, translate } from '../webhooks/translate';
import type { Delivery } from './delivery';
import { addBytes, countLines, isThere, openSpoolFile, readLines } from './spool-file';

/** A delivery with what its meaning was read from: it is read again when it leaves the spool. */
export type SpoolEntry = { delivery: Delivery; addressed: Addressed };

/**
 * An append-only file for deliveries that the database cannot take now. Each is on the disk, with fsync, before it is
 * acknowledged, under the id that it got on receipt: one that is drained twice is stored once.
 */
export type Spool = {
  /** Bytes that wait to be drained. */
  size: () => number;
  /** Deliveries that wait to be drained, lines that cannot be read among them. */
  count: () => number;
  /** All or nothing. @throws when the file cannot be written either */
  append: (entries: readonly SpoolEntry[]) => Promise<void>;
  /** Finds out whether the largest delivery could be appended now, and leaves nothing behind. @throws when it could not */
  probe: () => Promise<void>;
  /**
   * The oldest entries, at most so many; `done` takes them off. Lines that cannot be read, and those whose delivery
   * `done` names, are moved to set-aside.jsonl, so that one bad line never holds up the others.
   */
  next: (
    most: number,
  ) => Promise<{ deliveries: Delivery[]; damaged: number; done: (setAside: readonly string[]) => Promise<void> }>;
  close: () => Promise<void>;
};

/** As long as the line of the largest delivery; what a crash leaves of it is a line of spaces, and is nobody's. */
const PROBE = Buffer.alloc(512 * 1024, ' ');

export async function openSpool(folder: string): Promise<Spool> {
  let { file, size } = await openSpoolFile(folder);
  let drained = 0;
  /** Bytes past `size` that a failed append left and that could not be cut off yet. */
  let hasRest = false;
  let count = size > 0 ? await countLines(file) : 0;
  let last: Promise<unknown> = Promise.resolve();

  /** One change of the file after the other: a probe would cut off what was appended while it was under way. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  }

  async function cutRest(): Promise<void> {
    await file.truncate(size);
    hasRest = false;
  }

  /** Somebody deleted the file, or its folder: what waits in it goes into a new one of its name. */
  async function comeBack(): Promise<void> {
    const deleted = file;
    const fresh = await openSpoolFile(folder);
    const whole = fresh.size + size - drained;
    try {
      await addBytes(fresh.file, deleted, drained, size);
      count = await countLines(fresh.file);
    } catch (error) {
      // Half a line of what waits would run into it when it is added again.
      await fresh.file.truncate(fresh.size).catch(() => {});
      await fresh.file.close();
      throw error;
    }
    // At once: whoever reads meanwhile reads the one file by its own measures, or the other.
    [file, size, drained, hasRest] = [fresh.file, whole, 0, false];
    await deleted.close();
  }

  /** On the disk, behind what is there. @throws with nothing of it left, unless that cannot be cut off either */
  async function write(bytes: Buffer): Promise<void> {
    if (!(await isThere(file, folder))) await comeBack();
    if (hasRest) await cutRest();
    hasRest = true;
    try {
      await file.appendFile(bytes);
      await file.datasync();
    } catch (error) {
      // Half a line must not stay, or the next append would make one bad line of two deliveries.
      await cutRest().catch(() => {});
      throw error;
    }
  }

  async function takeOff(lines: number, bytes: number): Promise<void> {
    drained += bytes;
    count -= lines;
    if (drained < size) return;
    await file.truncate(0);
    drained = 0;
    size = 0;
    await file.datasync();
  }

  return {
    size: () => size - drained,
    count: () => count,
    append: (entries) =>
      inTurn(async () => {
        const bytes = Buffer.from(entries.map((entry) => `${JSON.stringify(lineOf(entry))}\n`).join(''));
        await write(bytes);
        size += bytes.length;
        count += entries.length;
        hasRest = false;
      }),
    probe: () =>
      inTurn(async () => {
        await write(PROBE);
        await cutRest();
      }),
    async next(most) {
      const from = file;
      const { lines, bytes } = await readLines(file, drained, size, most);
      const ids = new Set<string>();
      const read = lines.flatMap((line) => {
        if (/^ +$/.test(line)) return [];
        const delivery = readLine(line);
        if (delivery && ids.has(delivery.id)) return [];
        if (delivery) ids.add(delivery.id);
        return [{ line, delivery }];
      });
      return {
        deliveries: read.flatMap(({ delivery }) => delivery ?? []),
        damaged: read.filter(({ delivery }) => delivery === null).length,
        done: (setAside) =>
          inTurn(async () => {
            const bad = read.filter(({ delivery }) => delivery === null || setAside.includes(delivery.id));
            const badLines = bad.map(({ line }) => line);
            if (badLines.length > 0) await setAsideLines(folder, badLines);
            // Another file has them again, somewhere: what is drained twice is stored once.
            if (file === from) await takeOff(lines.length, bytes);
          }),
      };
    },
    close: () =>
      inTurn(async () => {
        try {
          if (size > drained && !(await isThere(file, folder))) await comeBack();
        } finally {
          await file.close();
        }
      }),
  };
}

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

function lineOf({ delivery, addressed }: SpoolEntry): z.infer<typeof lineShape> {
  const { id, receivedAt, subscription, headers, bodySha256, body } = delivery;
  return { id, receivedAt, subscription, headers, bodySha256, body: body.toString('base64'), addressed };
}

function readLine(line: string): Delivery | null {
  let json: unknown;
  try {
    json = JSON.parse(line);
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

/** On the disk before the spool that held the lines is cut: each was acknowledged. */
async function setAsideLines(folder: string, lines: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = await open(path.join(folder, 'set-aside.jsonl'), 'a');
  try {
    await file.appendFile(lines.map((line) => `${line}\n`).join(''));
    await file.datasync();
  } finally {
    await file.close();
  }
  await syncFolder(folder);
}
