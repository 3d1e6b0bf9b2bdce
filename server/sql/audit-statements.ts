import type { Condition } from './conditions';

/** kind, instant, kind, number, limit: deletes the oldest entries of a kind, before an instant or beyond that number. */
export const DELETE_AUDIT_ENTRIES = `
  DELETE FROM "AuditEntry" WHERE "id" IN (
    SELECT "id" FROM "AuditEntry" WHERE "kind" = ? AND ("lastAt" < ? OR "id" <= (
      SELECT coalesce(min("id"), 0) FROM (
        SELECT "id" FROM "AuditEntry" WHERE "kind" = ? ORDER BY "id" DESC LIMIT 1 OFFSET ?
      ) AS "newest"
    )) ORDER BY "id" LIMIT ?
  )`;

/** Entries that meet all conditions, newest first. */
export function auditEntries(conditions: readonly Condition[], limit: number): string {
  const where = conditions.map(([condition]) => condition).join(' AND ');
  return `SELECT "id", "at", "lastAt", "count", "kind", "action", "by", "via", "address", "subject", "branch", "course",
      "query", "before", "after"
    FROM "AuditEntry" ${where === '' ? '' : `WHERE ${where}`} ORDER BY "id" DESC LIMIT ${limit}`;
}

/** The names of those who are in the log. */
export const AUDIT_NAMES = `SELECT DISTINCT "by" FROM "AuditEntry" WHERE "by" IS NOT NULL ORDER BY "by" LIMIT 500`;
