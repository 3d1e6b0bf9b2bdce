import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';

export type Cell = string | number | null | undefined;

type Rows = Iterable<readonly Cell[]> | (() => AsyncIterable<readonly Cell[]>);

/** Sends a table as a download, as fast as the client reads. */
export async function sendCsv(
  response: ServerResponse,
  name: string,
  columns: readonly string[],
  rows: Rows,
): Promise<void> {
  response.writeHead(200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  // Guests may type formulas as names: such cells get a leading quote, so that spreadsheets do not run them.
  const text = stringify({ header: true, columns: [...columns], escape_formulas: true, record_delimiter: 'windows' });
  try {
    await pipeline(rows, text, response);
  } catch (error) {
    if (!isClientDisconnect(error)) throw error;
  }
}

/** Whether the client disconnected during the download. */
function isClientDisconnect(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
