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
