import type { AuditEntry, AuditValues } from '../../contract/audit';
import type { AuditAction, AuditKind, AuditWay } from '../../contract/constants';
import { toIso } from '../../domain/fact';
import { AUDIT_NAMES, auditEntries } from '../sql/page-statements';
import { type Condition, type Int, int, type Source } from '../sql/statements';

export type AuditFilter = {
  kind: AuditKind | null;
  /** Name of a manager or screen; an empty text is the command line. */
  by: string | null;
  /** Server time, half-open. */
  from: number | null;
  to: number | null;
  limit: number;
  /** The last entry of the page before. */
  cursor: { id: number } | null;
};

export type AuditPage = { entries: AuditEntry[]; next: { id: number } | null };

type Row = Record<'id' | 'at' | 'lastAt' | 'count', Int> &
  Record<'branch' | 'course', Int | null> &
  Record<'by' | 'address' | 'subject' | 'query' | 'before' | 'after', string | null> & {
    kind: AuditKind;
    action: AuditAction;
    via: AuditWay;
  };

/** A page of the audit log, newest first. */
export async function readAudit(source: Source, filter: AuditFilter): Promise<AuditPage> {
  const { kind, by, from, to, limit, cursor } = filter;
  const conditions: Condition[] = [];
  if (kind !== null) conditions.push(['"kind" = ?', kind]);
  if (by === '') conditions.push([`"via" = 'command-line'`]);
  else if (by !== null) conditions.push(['"by" = ?', by]);
  if (from !== null) conditions.push(['"lastAt" >= ?', from]);
  if (to !== null) conditions.push(['"at" < ?', to]);
  if (cursor !== null) conditions.push(['"id" < ?', cursor.id]);
  const values = conditions.flatMap(([, ...bound]) => bound);
  const rows = await source.$queryRawUnsafe<Row[]>(auditEntries(conditions, limit + 1), ...values);
  const entries = rows.slice(0, limit).map(listed);
  const last = entries.at(-1);
  return { entries, next: rows.length > limit && last ? { id: last.id } : null };
}

/** The names of the managers and screens in the log. */
export async function readAuditNames(source: Source, _: null): Promise<string[]> {
  return (await source.$queryRawUnsafe<{ by: string }[]>(AUDIT_NAMES)).map(({ by }) => by);
}

function listed({ id, at, lastAt, count, branch, course, before, after, ...row }: Row): AuditEntry {
  return {
    ...row,
    id: int(id),
    at: toIso(int(at)),
    lastAt: toIso(int(lastAt)),
    count: int(count),
    branch: int(branch),
    course: int(course),
    before: before === null ? null : (JSON.parse(before) as AuditValues),
    after: after === null ? null : (JSON.parse(after) as AuditValues),
  };
}
