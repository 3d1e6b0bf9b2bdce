import type { Source } from '../sql/statements';
import { currentColumns } from './column-cache';

/** Reads the columns of all courses, if they fit in the memory for them, so that no later query has to wait for that. */
export async function readAhead(source: Source, _question: null): Promise<null> {
  await currentColumns(source, []);
  return null;
}
