import type { Source } from '../../sql/statements';
import { currentColumns } from './column-cache';

/** Reads what reports are made of, so that nobody has to wait for it later. */
export async function readAhead(source: Source, _nothing: null): Promise<null> {
  await currentColumns(source);
  return null;
}
