import { openDatabase } from '../harness/stored-data';
import type { Posting } from '../pos-simulator/plan-deliveries';
import { pick } from '../pos-simulator/random';
import { instantOf } from '../pos-simulator/service-until';
import type { Evening } from './evening';

/** Reject facts of certain instants: half of them when the row is inserted, the others at the commit. */
const REJECTING_TRIGGERS = `
  CREATE TABLE "RigBadRow" ("at" INTEGER PRIMARY KEY, "isCommit" INTEGER NOT NULL);
  CREATE TRIGGER "rigBadRow" BEFORE INSERT ON "CourseEvent"
    WHEN EXISTS (SELECT 1 FROM "RigBadRow" r WHERE r."at" = NEW."at" AND NOT r."isCommit")
    BEGIN SELECT raise(ABORT, 'rejected row'); END;
  CREATE TABLE "RigBadCommit" ("missingRow" INTEGER REFERENCES "RigBadRow" ("at") DEFERRABLE INITIALLY DEFERRED);
  CREATE TRIGGER "rigBadCommit" AFTER INSERT ON "CourseEvent"
    WHEN EXISTS (SELECT 1 FROM "RigBadRow" r WHERE r."at" = NEW."at" AND r."isCommit")
    BEGIN INSERT INTO "RigBadCommit" VALUES (-1); END`;
const POSTINGS_PER_BAD_ROW = 60;

/** Adds tables and triggers that reject rows. `withBadRow` chooses the rows. */
export function addBadRowTriggers(folder: string): void {
  const database = openDatabase(folder);
  database.exec(REJECTING_TRIGGERS);
  database.close();
}

/** Chooses one of the first postings, and makes the database reject its fact. The database must not be locked. */
export function withBadRow(postings: Iterator<Posting>, { folder, ledger, random }: Evening): Generator<Posting> {
  const first = Array.from({ length: POSTINGS_PER_BAD_ROW }, () => postings.next().value as Posting);
  const known = new Set(ledger.posted.map(({ body }) => instantOf(body)));
  const at = instantOf(pick(random, first).body);
  if (!known.has(at)) {
    const database = openDatabase(folder);
    database.prepare('INSERT OR IGNORE INTO "RigBadRow" VALUES (?, ?)').run(at, random() < 0.5 ? 1 : 0);
    database.close();
    ledger.rejectedInstants.add(at);
  }
  return concat(first, postings);
}

function* concat(first: readonly Posting[], rest: Iterator<Posting>): Generator<Posting> {
  yield* first;
  for (;;) yield rest.next().value as Posting;
}
