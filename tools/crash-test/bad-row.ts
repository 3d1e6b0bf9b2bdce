import { openDatabase } from '../harness/kept-folder';
import type { Posting } from '../pos-simulator/plan-deliveries';
import { pick } from '../pos-simulator/random';
import type { Evening } from './evening';
import { instantOf } from './post-load';

/**
 * Makes the database reject facts of certain instants: half of them when the row is inserted, the others only at the
 * commit.
 */
const REFUSING = `
  CREATE TABLE "RigBadRow" ("at" INTEGER PRIMARY KEY, "isCommit" INTEGER NOT NULL);
  CREATE TRIGGER "rigBadRow" BEFORE INSERT ON "CourseEvent"
    WHEN EXISTS (SELECT 1 FROM "RigBadRow" r WHERE r."at" = NEW."at" AND NOT r."isCommit")
    BEGIN SELECT raise(ABORT, 'a row that is not right'); END;
  CREATE TABLE "RigBadCommit" ("nobody" INTEGER REFERENCES "RigBadRow" ("at") DEFERRABLE INITIALLY DEFERRED);
  CREATE TRIGGER "rigBadCommit" AFTER INSERT ON "CourseEvent"
    WHEN EXISTS (SELECT 1 FROM "RigBadRow" r WHERE r."at" = NEW."at" AND r."isCommit")
    BEGIN INSERT INTO "RigBadCommit" VALUES (-1); END`;
/** One of so many postings is bad, so that it arrives while the server runs. */
const AMONG = 60;

export function expectBadRows(folder: string): void {
  const database = openDatabase(folder);
  database.exec(REFUSING);
  database.close();
}

/** The same postings, one of the first bad. Call it while the database can be written. */
export function withBadRow(postings: Iterator<Posting>, { folder, ledger, random }: Evening): Generator<Posting> {
  const first = Array.from({ length: AMONG }, () => postings.next().value as Posting);
  const known = new Set(ledger.posted.map(({ body }) => instantOf(body)));
  const at = instantOf(pick(random, first).body);
  if (!known.has(at)) {
    const database = openDatabase(folder);
    database.prepare('INSERT OR IGNORE INTO "RigBadRow" VALUES (?, ?)').run(at, random() < 0.5 ? 1 : 0);
    database.close();
    ledger.poisoned.add(at);
  }
  return followedBy(first, postings);
}

function* followedBy(first: readonly Posting[], rest: Iterator<Posting>): Generator<Posting> {
  yield* first;
  for (;;) yield rest.next().value as Posting;
}
