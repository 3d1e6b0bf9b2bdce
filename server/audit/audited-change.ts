import { applyConfigChange, type BoardCommand, type ConfigChangeDeps } from '../board/stages';
import { type Author, type Change, record, type SignIn } from './entry';

export type AuditedChangeDeps = ConfigChangeDeps & { now: () => number };

/** Like `applyConfigChange`, with an entry of the audit log in the same transaction. Null stores none. */
export function applyAuditedChange<Result>(
  deps: AuditedChangeDeps,
  change: BoardCommand<Result>,
  author: Author,
  entryOf: (result: Result) => Change | SignIn | null,
): Promise<Result> {
  return applyConfigChange(deps, async (sql, stages) => {
    const result = await change(sql, stages);
    const entry = entryOf(result);
    if (entry) await record(sql, { ...author, ...entry }, deps.now());
    return result;
  });
}
