import type { AuditValues } from '../../contract/audit';
import {
  type AuditAction,
  type AuditKind,
  type AuditWay,
  CHANGE_ACTIONS,
  FAILED_SIGN_IN_ACTIONS,
  type SIGN_IN_ACTIONS,
  VIEW_ACTIONS,
  type ViewAction,
} from '../../contract/constants';
import { applyConfigChange, type BoardCommand, type ConfigChangeDeps } from '../board/stages';
import type { Sql } from '../storage/database';

type AuditedChangeDeps = ConfigChangeDeps & { now: () => number };

/** Who did something, and how. */
export type Author = { by: string | null; via: AuditWay; address: string | null };

export const COMMAND_LINE: Author = { by: null, via: 'command-line', address: null };

export type Change = {
  action: (typeof CHANGE_ACTIONS)[number];
  subject?: string | null;
  branch?: number | null;
  course?: number | null;
  before?: AuditValues | null;
  after?: AuditValues | null;
};
type SignIn = { action: (typeof SIGN_IN_ACTIONS)[number] };
export type FailedSignIn = { action: (typeof FAILED_SIGN_IN_ACTIONS)[number]; subject?: string | null };
export type View = { action: ViewAction; subject?: string | null; branch?: number | null; query?: string | null };

export type NewEntry = Author & (Change | SignIn | FailedSignIn | View);

/** Queries and names are cut, so that an entry has a bounded size. */
const MAX_TEXT = 500;
const MAX_VALUES = 2_000;

/** The row of an entry of this instant (server time, epoch ms). */
export function entryRow(entry: NewEntry, at: number) {
  const { branch = null, course = null, before = null, after = null } = entry as Change;
  const { by, via, address, action } = entry;
  return {
    ...{ at, lastAt: at, count: 1, kind: kindOf(action), action, by, via, address, branch, course },
    subject: textOf('subject' in entry ? entry.subject : null),
    query: textOf('query' in entry ? entry.query : null),
    before: valuesOf(before),
    after: valuesOf(after),
  };
}

/** Stores an entry in the transaction of what it is about. */
export async function record(sql: Sql, entry: NewEntry, at: number): Promise<void> {
  await sql.auditEntry.create({ data: entryRow(entry, at) });
}

function kindOf(action: AuditAction): AuditKind {
  const isOf = (actions: readonly string[]) => actions.includes(action);
  if (isOf(CHANGE_ACTIONS)) return 'change';
  if (isOf(VIEW_ACTIONS)) return 'view';
  return isOf(FAILED_SIGN_IN_ACTIONS) ? 'failed-sign-in' : 'sign-in';
}

/** PostgreSQL refuses NUL and lone surrogates. */
function textOf(text: string | null | undefined): string | null {
  return text ? text.slice(0, MAX_TEXT).replaceAll('\0', '').toWellFormed() : null;
}

function valuesOf(values: AuditValues | null): string | null {
  if (values === null) return null;
  const text = JSON.stringify(values).replaceAll('\\u0000', '').toWellFormed();
  return text.length <= MAX_VALUES ? text : JSON.stringify({ length: text.length });
}

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
