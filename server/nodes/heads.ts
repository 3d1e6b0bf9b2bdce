import { isSame } from '../../lib/collections';
import type { Boards } from '../board/boards';
import type { Configuration } from '../configuration';
import { ARE_WAITING, HEADS } from '../sql/node-statements';
import { type Int, int } from '../sql/statements';
import type { Database } from '../storage/database';
import { refuseReadOnly } from '../storage/failure';

export type HeadsDeps = {
  node: number;
  database: Database;
  boards: Pick<Boards, 'branches'>;
  configuration: Pick<Configuration, 'generation'>;
};

type Row = {
  generation: Int;
  branches: Int;
  revisions: Int;
  waiting: string | null;
  isReadOnly: boolean;
};

function storedOf({ generation, branches, revisions }: Row) {
  return { generation: int(generation), branches: int(branches), revisions: int(revisions) };
}

/** How far the database is, compared with the memory of this node. */
export function createHeads({ node, database, boards, configuration }: HeadsDeps) {
  /** When memory had everything, as far as this node knows. */
  let seenAt = performance.now();

  /** Call it when memory has everything that was committed before an instant of `performance.now()`. */
  function followed(begunAt: number): void {
    seenAt = Math.max(seenAt, begunAt);
  }

  function inMemory() {
    const known = boards.branches();
    const revisions = known.reduce((total, { row }) => total + row.revision, 0);
    return { generation: configuration.generation(), branches: known.length, revisions };
  }

  return {
    /** `waiting` is the last delivery that another node has acknowledged and not projected; null if there is none. */
    async read(): Promise<{ isBehind: boolean; waiting: string | null }> {
      const begun = performance.now();
      // Before the query: what this node commits until the answer would hide what another one has committed.
      const known = inMemory();
      const [row] = await database.$queryRawUnsafe<Row[]>(HEADS, node);
      refuseReadOnly(row);
      const isBehind = row !== undefined && !isSame(known, storedOf(row));
      if (!isBehind) followed(begun);
      return { isBehind, waiting: row?.waiting ?? null };
    },
    followed,
    /** Whether another node still has to project a delivery until this one. */
    async areWaiting(until: string): Promise<boolean> {
      const [found] = await database.$queryRawUnsafe<{ are: boolean }[]>(ARE_WAITING, node, until);
      return found?.are === true;
    },
    /** For how long this node may not have noticed what others changed, in ms. */
    unseenMs: () => performance.now() - seenAt,
  };
}
