import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createConcurrencyLimit } from '../../lib/concurrency-limit';
import { Problem } from './reply';

/** Slices that are read at once, over all exports. */
const AT_ONCE = 2;
const MAX_OPEN = 20;
/** A client that reads nothing for this long is disconnected. */
export const STALLED_MS = 60_000;

/** A part of a table as CSV, and how to read the next one; null after the last. */
export type Slice = { csv: Uint8Array; readNext: (() => Promise<Slice>) | null };

type ExportedFile = {
  name: string;
  /** Without a byte order mark, spreadsheets take UTF-8 for another encoding; programs take the mark for text. */
  hasByteOrderMark: boolean;
};

export type Exports = {
  /**
   * Sends a table as a download, as fast as the client reads. Exports take turns slice by slice, so that a slow client
   * delays nobody. A failure to read the first slice is thrown before anything is sent.
   * @throws Problem 503 if too many exports are open
   */
  send: (response: ServerResponse, file: ExportedFile, readFirst: () => Promise<Slice>) => Promise<void>;
};

export function createExports(): Exports {
  let open = 0;
  // Each open export waits for one slice at most.
  const limit = createConcurrencyLimit({ atOnce: AT_ONCE, waiting: MAX_OPEN });
  const read = async (next: () => Promise<Slice>): Promise<Slice> => {
    const slice = await limit.run(next);
    if (!slice) throw new Error('more exports wait than are open');
    return slice;
  };

  async function* chunks(first: Slice, { hasByteOrderMark }: ExportedFile): AsyncGenerator<Uint8Array> {
    if (hasByteOrderMark) yield Buffer.from('\ufeff');
    let slice = first;
    for (;;) {
      yield slice.csv;
      if (!slice.readNext) return;
      slice = await read(slice.readNext);
    }
  }

  return {
    async send(response, file, readFirst) {
      if (open >= MAX_OPEN) {
        const text = `${MAX_OPEN} exports are running. Try again when one of them has ended.`;
        throw new Problem(503, text, { headers: { 'Retry-After': '10' } });
      }
      open += 1;
      try {
        const first = await read(readFirst);
        response.writeHead(200, {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': `attachment; filename="${file.name}"`,
          'Cache-Control': 'no-store',
          'X-Content-Type-Options': 'nosniff',
        });
        response.setTimeout(STALLED_MS, () => response.destroy());
        await pipeline(chunks(first, file), response);
      } catch (error) {
        if (!isClientDisconnect(error)) throw error;
      } finally {
        open -= 1;
      }
    },
  };
}

/** Whether the client disconnected during the download. */
function isClientDisconnect(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
