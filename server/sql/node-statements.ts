// Statements with which several nodes work on one database, which is PostgreSQL then. They run through the client.

import { namesOf } from './statements';
import { BRANCH_COLUMNS } from './write-statements';

const BRANCH = namesOf(BRANCH_COLUMNS);
const TIMELINE_COLUMN = `substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS "timeline"`;

/** The keys of our advisory locks; the second key says which. Any number that no other program locks in our database. */
const LOCKS = 5_746_022;
const LOCK_OF = { start: 1, cluster: 2, copy: 3, queries: 4 } as const;

/** Held while a node migrates and prepares the database. */
export const TRY_LOCK_START = `SELECT pg_try_advisory_lock(${LOCKS}, ${LOCK_OF.start}) AS "isLocked"`;
export const UNLOCK_START = `SELECT pg_advisory_unlock(${LOCKS}, ${LOCK_OF.start})`;

/** Held while a restaurant is copied into the database. */
export const TRY_LOCK_COPY = `SELECT pg_try_advisory_lock(${LOCKS}, ${LOCK_OF.copy}) AS "isLocked"`;

/** Until the end of the transaction: the configuration, and which branches there are, change one transaction at a time. */
export const LOCK_CLUSTER = `SELECT pg_advisory_xact_lock(${LOCKS}, ${LOCK_OF.cluster})`;

/** Until the end of the transaction: the queries in the audit log are stored or erased one transaction at a time. */
export const LOCK_QUERIES = `SELECT pg_advisory_xact_lock(${LOCKS}, ${LOCK_OF.queries})`;

const lockBranches = (columns: string) => `
  SELECT ${columns} FROM "Branch" WHERE "number" IN (SELECT CAST(value AS INTEGER) FROM json_each(?))
  ORDER BY "number" FOR NO KEY UPDATE`;
/** [number]: locks branches until the end of the transaction, ordered by number, so that transactions cannot deadlock. */
export const LOCK_BRANCHES = lockBranches(BRANCH);
/** The same, with the timeline of PostgreSQL where it can be read. */
export const LOCK_BRANCHES_OF_TIMELINE = lockBranches(`${BRANCH}, ${TIMELINE_COLUMN}`);
/** Appended to both, leaves out the branches that another transaction has locked. */
export const SKIP_LOCKED = ' SKIP LOCKED';

/** [number] */
export const BRANCHES_BY_NUMBER = `
  SELECT ${BRANCH} FROM "Branch" WHERE "number" IN (SELECT CAST(value AS INTEGER) FROM json_each(?)) ORDER BY "number"`;

/** [branch, revision, revision]: the commits of each branch after the first revision, until the second. */
export const COMMITS_BETWEEN = `
  SELECT c."branch", c."news" FROM jsonb_each(?) AS r JOIN "BranchCommit" c
    ON c."branch" = CAST(r.value->>0 AS INTEGER)
    AND c."revision" > CAST(r.value->>1 AS INTEGER) AND c."revision" <= CAST(r.value->>2 AS INTEGER)
  ORDER BY c."branch", c."revision"`;

/** [branch, revision, news] */
export const INSERT_COMMITS = `
  INSERT INTO "BranchCommit" ("branch", "revision", "news")
  SELECT CAST(r.value->>0 AS INTEGER), CAST(r.value->>1 AS INTEGER), r.value->>2 FROM jsonb_each(?) AS r
  ON CONFLICT ("branch", "revision") DO UPDATE SET "news" = excluded."news"`;

/** [branch, revision]: the commits until this revision. */
export const DELETE_COMMITS = `
  DELETE FROM "BranchCommit" USING jsonb_each(?) AS r
  WHERE "branch" = CAST(r.value->>0 AS INTEGER) AND "revision" <= CAST(r.value->>1 AS INTEGER)`;

/** The channel on which a node says what it committed. */
export const CHANNEL = 'heatlamp';
/** [message]: sent with the commit. */
export const NOTIFY = `SELECT pg_notify('${CHANNEL}', r.value->>0) FROM jsonb_each(?) AS r`;

/** n: keys for n new orders. */
export const NEXT_ORDER_KEYS = `
  SELECT nextval(pg_get_serial_sequence('"Order"', 'key')) AS "key" FROM generate_series(1, CAST(? AS INTEGER))`;

/**
 * Earlier versions chose the keys of orders themselves. Does nothing once they come from the sequence: other nodes may be
 * taking keys, which it would give out again.
 */
export const ADVANCE_ORDER_KEYS = `
  SELECT setval(pg_get_serial_sequence('"Order"', 'key'), o."last")
  FROM (SELECT max("key") AS "last" FROM "Order") o, "Order_key_seq" s
  WHERE o."last" > s."last_value" OR (o."last" = s."last_value" AND NOT s."is_called")`;

/**
 * Until when a node is known to have listened, which every node extends every few seconds; and the id of the first
 * migration, which identifies the database.
 */
export const LISTENED_UNTIL = `
  SELECT "until", (SELECT "id" FROM "_prisma_migrations" ORDER BY "migration_name", "id" LIMIT 1) AS "origin"
  FROM "Attendance" WHERE "id" = 1`;

const IS_READ_ONLY = `current_setting('transaction_read_only') = 'on' AS "isReadOnly"`;

export const GENERATION = `SELECT "generation", ${IS_READ_ONLY} FROM "Cluster" WHERE "id" = 1`;
export const NEXT_GENERATION = `
  UPDATE "Cluster" SET "generation" = "generation" + 1 WHERE "id" = 1 RETURNING "generation"`;

/** Another one after each time that a standby took over. Not to be had from a standby. */
export const TIMELINE = `SELECT ${TIMELINE_COLUMN}`;

/**
 * timeline: gives every branch a new epoch after a standby took over, because its versions may have stood for other
 * commits, which screens and reports still have. Once, however many nodes do it, while they run or at their start. It
 * does not wait for a branch that has one already, and that another node has locked.
 */
export const RENEW_EPOCHS = `
  WITH t AS (SELECT '@' || CAST(? AS TEXT) AS "mark"),
    old AS (
      SELECT "number" FROM "Branch" WHERE right("epoch", (SELECT length("mark") FROM t)) <> (SELECT "mark" FROM t)
      ORDER BY "number" FOR NO KEY UPDATE
    )
  UPDATE "Branch" SET "epoch" = split_part("epoch", '@', 1) || t."mark", "revision" = "revision" + 1
  FROM t WHERE "number" IN (SELECT "number" FROM old) AND right("epoch", length(t."mark")) <> t."mark"`;

/** A new epoch with the mark of its timeline, so that `RENEW_EPOCHS` does not replace it at the next start. */
export const epochOn = (timeline: string | null, epoch: string) => (timeline === null ? epoch : `${epoch}@${timeline}`);

export const SESSION_SECRET = `SELECT "sessionSecret" FROM "Cluster" WHERE "id" = 1`;
export const SET_SESSION_SECRET = `UPDATE "Cluster" SET "sessionSecret" = ? WHERE "id" = 1`;

/** node: what there is to read again, and the newest acknowledged delivery that another node has to project. */
export const HEADS = `
  SELECT (SELECT "generation" FROM "Cluster" WHERE "id" = 1) AS "generation",
    (SELECT count(*) FROM "Branch") AS "branches", (SELECT coalesce(sum("revision"), 0) FROM "Branch") AS "revisions",
    (SELECT max("id") FROM "Inbox" WHERE "node" <> ? AND NOT "isRejected") AS "waiting", ${IS_READ_ONLY}`;

/** node, id: whether another node still has to project a delivery until this one. */
export const ARE_WAITING = `
  SELECT EXISTS (SELECT 1 FROM "Inbox" WHERE "node" <> ? AND NOT "isRejected" AND "id" <= ?) AS "are"`;
