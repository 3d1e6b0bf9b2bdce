import type { Boards } from '../board/boards';
import type { BranchRow } from '../sql/branches';
import { UserError } from '../user-error';

/** @throws UserError for a branch that does not exist */
export function knownBranch({ boards }: { boards: Boards }, number: number): BranchRow {
  const row = boards.branch(number)?.row;
  if (!row) throw new UserError(`there is no branch ${number}`, 'unknown');
  return row;
}
