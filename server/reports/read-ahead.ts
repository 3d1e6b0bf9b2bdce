import type { Source } from '../sql/statements';
import { currentColumns } from './column-cache';

/** Reads all courses in advance if they fit in the memory for columns, so that no request has to wait for it. */
export async function readAhead(source: Source, _nothing: null): Promise<null> {
  await currentColumns(source, []);
  return null;
}
