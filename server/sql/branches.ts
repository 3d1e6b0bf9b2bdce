import type { GapCause } from '../../contract/live';
import { isSettingKey, type SettingRow, type SettingValue, type UnitVotes } from '../../contract/settings';
import type { Gap } from '../../domain/gap';
import { type Int, int } from './statements';
import type { StoredBranch } from './write-statements';

/**
 * [branch]: the 20 newest changes of settings for all branches or for one of these. `before` is the previous value for the
 * same key, branch and course, and `newest` is the id of the newest change of it.
 */
export const SETTING_CHANGES = `
  SELECT s."id", s."key", s."branch", s."course", s."value", s."setAt", s."setBy",
    (SELECT p."value" FROM "Setting" p
      WHERE p."key" = s."key" AND p."branch" IS NOT DISTINCT FROM s."branch"
        AND p."course" IS NOT DISTINCT FROM s."course" AND p."id" < s."id"
      ORDER BY p."id" DESC LIMIT 1) AS "before",
    (SELECT max(n."id") FROM "Setting" n
      WHERE n."key" = s."key" AND n."branch" IS NOT DISTINCT FROM s."branch"
        AND n."course" IS NOT DISTINCT FROM s."course") AS "newest"
  FROM "Setting" s
  WHERE s."branch" IS NULL OR s."branch" IN (SELECT CAST(value AS INTEGER) FROM json_each(?))
  ORDER BY s."id" DESC LIMIT 20`;

/** A row of SETTING_ROWS. Its value is JSON; null if it was removed. */
export type SettingColumns = {
  key: string;
  branch: Int | null;
  course: Int | null;
  value: string;
};

// Statements about provisional branches (SPEC.md, F25).

/** [number]: the orders of branches that have a fact. */
export const ORDERS_WITH_FACTS = `
  SELECT o."branch", o."key" FROM "Order" o
  WHERE o."branch" IN (SELECT CAST(value AS INTEGER) FROM json_each(?))
    AND EXISTS (SELECT 1 FROM "CourseEvent" e WHERE e."orderKey" = o."key")`;

const OF_BRANCH = `"orderKey" IN (SELECT "key" FROM "Order" WHERE "branch" = ?)`;

/**
 * number, each: removes a branch and what follows from its deliveries. The deliveries stay, and can be replayed. Its
 * orders keep their rows, because keys of orders are not used again.
 */
export const REMOVE_BRANCH: readonly string[] = [
  `DELETE FROM "TicketAction" WHERE ${OF_BRANCH}`,
  `DELETE FROM "CourseEvent" WHERE ${OF_BRANCH}`,
  `DELETE FROM "CourseTicket" WHERE "branch" = ?`,
  `DELETE FROM "TableState" WHERE "branch" = ?`,
  `DELETE FROM "Gap" WHERE "branch" = ?`,
  `DELETE FROM "Setting" WHERE "branch" = ?`,
  `UPDATE "Order" SET "tableName" = NULL WHERE "branch" = ?`,
  `UPDATE "Delivery" SET "outcome" = 'ignored', "reason" = 'its branch was removed', "orderKey" = NULL,
    "courseNumber" = NULL, "step" = NULL, "at" = NULL
  WHERE "branch" = ? AND "outcome" IN ('applied', 'repeat', 'follow-up')`,
  `DELETE FROM "Branch" WHERE "number" = ?`,
];

export type GapRow = { fromAt: Int; toAt: Int | null; cause: string };

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

export function gapOfRow({ fromAt, toAt, cause }: GapRow): Gap {
  return { from: int(fromAt), to: int(toAt), cause: cause as GapCause };
}

/** The value of a stored row; null if it was removed or is invalid. */
export function settingValue(stored: string): SettingValue | null {
  const parsed: unknown = JSON.parse(stored);
  return typeof parsed === 'number' || typeof parsed === 'string' ? parsed : null;
}

/** The settings of stored rows. Keys of other versions are ignored. */
export function settingRows(stored: readonly SettingColumns[]): SettingRow[] {
  return stored.flatMap(({ key, branch, course, value }) => {
    const read = settingValue(value);
    if (!isSettingKey(key) || read === null) return [];
    return [{ key, branch: int(branch), course: int(course), value: read }];
  });
}
