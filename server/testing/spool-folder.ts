import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSpool, type Spool } from '../intake/spool';
import type { SpoolEntry } from '../intake/spool-line';
import { translate } from '../webhooks/translate';
import { eventBody } from './events';
import { DEFAULT_CONTEXT, deliveryOf } from './kitchen';

/** A spool in a folder of its own. */
export type SpoolFolder = {
  folder: string;
  file: string;
  spool: Spool;
  reopen: () => void;
  /** Opens the folder again without closing the first spool, like after a crash. */
  crash: () => void;
  /** Removes everything from the spool, in chunks of at most this many, and returns it. */
  drain: (max: number) => { ids: string[]; damaged: number };
  close: () => void;
};

export function openSpoolFolder(): SpoolFolder {
  const folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-spool-'));
  const own: SpoolFolder = {
    folder,
    file: path.join(folder, 'deliveries.jsonl'),
    spool: openSpool(folder, translate),
    reopen() {
      own.spool.close();
      own.crash();
    },
    crash() {
      own.spool = openSpool(folder, translate);
    },
    drain(max) {
      const ids: string[] = [];
      let damaged = 0;
      while (own.spool.size() > 0) {
        const chunk = own.spool.next(max);
        ids.push(...idsOf(chunk.deliveries));
        damaged += chunk.damaged;
        chunk.done([]);
      }
      return { ids, damaged };
    },
    close() {
      own.spool.close();
      rmSync(folder, { recursive: true });
    },
  };
  return own;
}

const PATH_EVENT = 'kitchenStartCourse';
export const TO_START = { ...DEFAULT_CONTEXT, pathEvent: PATH_EVENT };
let receivedAt = Date.parse('2026-06-19T18:00:00Z');

/** A delivery for a spool, each of another second; by default with a readable body. */
export function spoolEntry(body?: string | Uint8Array): SpoolEntry {
  receivedAt += 1_000;
  const delivery = deliveryOf(PATH_EVENT, body ?? eventBody({ at: receivedAt }), receivedAt);
  return { delivery, addressed: TO_START };
}

export function spoolEntries(count: number): SpoolEntry[] {
  return Array.from({ length: count }, () => spoolEntry());
}

export function idsOf(all: readonly { id: string }[]): string[] {
  return all.map(({ id }) => id);
}

/** A delivery as a line of the spool's file. */
export function spoolLine(entry: SpoolEntry): string {
  const elsewhere = openSpoolFolder();
  elsewhere.spool.append([entry]);
  elsewhere.spool.close();
  const line = readFileSync(elsewhere.file, 'utf8').trimEnd();
  elsewhere.close();
  return line;
}
