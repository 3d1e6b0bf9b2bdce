import {
  COPY_OF,
  lastKey,
  lockSequence,
  nextOfSequence,
  SAVE_COPY,
  SEQUENCE_OF,
  SET_SEQUENCE,
} from '../sql/copy-statements';
import type { CopyTarget } from '../storage/copy-target';

/** Keys of the source, after one and up to another, and what is added to them in the target. */
export type KeyRange = { after: number; until: number; offset: number };

/** How far a copy is. It is stored with the rows, so that a copy which was interrupted goes on where it stopped. */
export type CopyState = {
  /** The ranges of keys by table, ascending. */
  keys: Partial<Record<string, KeyRange[]>>;
  /** The last order of the source that is copied. */
  orders: number;
  /** The last row of a delivery without an order that is copied. */
  loose: number;
};

const NOTHING_COPIED: CopyState = { keys: {}, orders: 0, loose: 0 };

export async function readState(
  target: CopyTarget,
  source: string,
): Promise<{ state: CopyState; finishedAt: number | null }> {
  const [row] = await target.query<{ state: string; finishedAt: number | null }>(COPY_OF, [source]);
  if (!row) return { state: structuredClone(NOTHING_COPIED), finishedAt: null };
  return { state: JSON.parse(row.state) as CopyState, finishedAt: row.finishedAt };
}

export async function saveState(target: CopyTarget, source: string, state: CopyState, now: number): Promise<void> {
  await target.query(SAVE_COPY, [source, now, JSON.stringify(state)]);
}

/**
 * Reserves keys of the target for the keys of a table in the source up to `last`, so that they do not meet those of other
 * restaurants. In an empty target they are the same. Call in a transaction.
 */
export async function reserveKeys(
  target: CopyTarget,
  { keys }: CopyState,
  table: string,
  column: string,
  last: number,
): Promise<void> {
  const ranges = keys[table] ?? [];
  const after = ranges.at(-1)?.until ?? 0;
  if (last <= after) return;
  const [named] = await target.query<{ sequence: string }>(SEQUENCE_OF, [`"${table}"`, column]);
  const sequence = named?.sequence ?? '';
  await target.query(lockSequence(sequence));
  const [given] = await target.query<{ next: number }>(nextOfSequence(sequence));
  const [used] = await target.query<{ last: number }>(lastKey(table, column));
  const first = Math.max(given?.next ?? 1, (used?.last ?? 0) + 1);
  await target.query(SET_SEQUENCE, [sequence, first + last - after - 1]);
  keys[table] = [...ranges, { after, until: last, offset: first - after - 1 }];
}

/** Whether rows of a table have the same keys in the target. */
export function keepsKeys({ keys }: CopyState, table: string): boolean {
  return (keys[table] ?? []).every(({ offset }) => offset === 0);
}

/** The key in the target for one of the source. One of no row that is copied stays as it is. */
export function keyInTarget({ keys }: CopyState, table: string): (key: number) => number {
  const ranges = keys[table] ?? [];
  return (key) => {
    const range = ranges.find(({ after, until }) => after < key && key <= until);
    return key + (range?.offset ?? 0);
  };
}
