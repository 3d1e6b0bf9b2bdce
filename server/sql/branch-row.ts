import type { UnitVotes } from '../../contract/settings';
import { type Int, int } from './int';

/** A row of the table Branch. */
export type BranchRow = {
  number: number;
  name: string | null;
  timeZone: string;
  cutOffMinute: number;
  version: number;
  /** Every commit about the branch has the next one. */
  revision: number;
  epoch: string;
  /** Server time. */
  lastDeliveryAt: number | null;
  /** F25: since when the branch waits to be taken (server time); null: it is taken. */
  provisionalSince: number | null;
  votes: UnitVotes;
};

/** A row of the table Branch as the database returns it. */
export type StoredBranch = Record<
  'number' | 'cutOffMinute' | 'version' | 'revision' | 'votesSeconds' | 'votesMinutes' | 'votesMilliseconds',
  Int
> & {
  name: string | null;
  timeZone: string;
  epoch: string;
  lastDeliveryAt: Int | null;
  provisionalSince: Int | null;
};

export function branchOfRow(row: StoredBranch): BranchRow {
  return {
    number: int(row.number),
    name: row.name,
    timeZone: row.timeZone,
    cutOffMinute: int(row.cutOffMinute),
    version: int(row.version),
    revision: int(row.revision),
    epoch: row.epoch,
    lastDeliveryAt: int(row.lastDeliveryAt),
    provisionalSince: int(row.provisionalSince),
    votes: { seconds: int(row.votesSeconds), minutes: int(row.votesMinutes), milliseconds: int(row.votesMilliseconds) },
  };
}
