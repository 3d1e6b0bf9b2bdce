import type { Condition } from './conditions';

/** Entries that meet all conditions, newest first. */
export function auditEntries(conditions: readonly Condition[], limit: number): string {
  const where = conditions.map(([condition]) => condition).join(' AND ');
  return `SELECT "id", "at", "lastAt", "count", "kind", "action", "by", "via", "address", "subject", "branch", "course",
      "query", "before", "after"
    FROM "AuditEntry" ${where === '' ? '' : `WHERE ${where}`} ORDER BY "id" DESC LIMIT ${limit}`;
}

/** The names of those who are in the log. */
export const AUDIT_NAMES = `SELECT DISTINCT "by" FROM "AuditEntry" WHERE "by" IS NOT NULL ORDER BY "by" LIMIT 500`;
