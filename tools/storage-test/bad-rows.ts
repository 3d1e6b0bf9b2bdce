import { checkJournal, openDatabase } from './journal';
import { latencies, send, serviceUntilNow, statuses } from './load';
import type { Findings, Scenario } from './scenario';
import { makeFolder, startOn } from './server';

/** A foreign key that is checked at the commit, and a trigger that violates it for some deliveries. */
const FAIL_AT_COMMIT = `
  CREATE TABLE "Rig" ("id" INTEGER PRIMARY KEY, "parent" INTEGER REFERENCES "Rig" ("id") DEFERRABLE INITIALLY DEFERRED);
  CREATE TRIGGER "rig" AFTER INSERT ON "CourseEvent" WHEN EXISTS
    (SELECT 1 FROM "RigBody" b WHERE b."at" = NEW."at")
    BEGIN INSERT INTO "Rig" ("parent") VALUES (-1); END`;
const FAIL_AT_ONCE = `
  CREATE TRIGGER "rig" BEFORE INSERT ON "CourseEvent" WHEN EXISTS (SELECT 1 FROM "RigBody" b WHERE b."at" = NEW."at")
    BEGIN SELECT raise(ABORT, 'a row that is not right'); END`;

/** Too few for a burst, which is answered before it is committed. */
const FEW = 6;

export const failedCommit: Scenario = {
  name: 'commit',
  title: 'a commit that fails, then good ones',
  run: (findings) => withBadRows(findings, { failure: FAIL_AT_COMMIT, deliveries: 400, bad: 5, connections: FEW }),
};

export const badRow: Scenario = {
  name: 'bad-row',
  title: 'one bad row among 63 that come at once',
  run: (findings) => withBadRows(findings, { failure: FAIL_AT_ONCE, deliveries: 63, bad: 1, connections: 63 }),
};

async function withBadRows(
  findings: Findings,
  { failure, deliveries, bad, connections }: { failure: string; deliveries: number; bad: number; connections: number },
): Promise<void> {
  const { folder } = await makeFolder(findings);
  const service = serviceUntilNow(findings.seed, { orders: deliveries });
  const postings = [...new Map(service.map((posting) => [posting.body, posting])).values()].slice(0, deliveries);
  const isBad = (index: number) => index % Math.floor(deliveries / bad) === Math.floor(deliveries / bad / 2);
  const badBodies = postings.filter((_, index) => isBad(index)).slice(0, bad);
  const database = openDatabase(folder);
  database.exec(`CREATE TABLE "RigBody" ("at" INTEGER PRIMARY KEY); ${failure}`);
  for (const { body } of badBodies) {
    const at = Date.parse((JSON.parse(body) as { event: { eventTimestamp: string } }).event.eventTimestamp);
    database.prepare('INSERT OR IGNORE INTO "RigBody" VALUES (?)').run(at);
  }
  database.close();

  const server = await startOn(findings, folder);
  const answered = await send(server.url, postings, connections);
  const after = await send(server.url, serviceUntilNow(findings.seed + 1, { orders: 20 }), connections);
  await server.stop();
  const all = [...answered, ...after];
  findings.figure('answers', statuses(all));
  findings.figure('latency', latencies(all));
  const refused = all.filter(({ status }) => status === 400);
  findings.expect(
    refused.every(({ body }) => badBodies.some((one) => one.body === body)),
    `good deliveries are among the ${refused.length} that were answered 400`,
  );
  findings.expect(
    refused.length === bad || connections > FEW,
    `${refused.length} deliveries were answered 400 instead of the ${bad} bad ones`,
  );
  findings.expect(
    all.every(({ status }) => status === 200 || status === 400),
    `answers were ${statuses(all)}`,
  );
  checkJournal(findings, folder, all);
  const journal = openDatabase(folder);
  const unreadable = journal.prepare(`SELECT count(*) FROM "Delivery" WHERE "outcome" = 'unreadable'`).pluck().get();
  journal.close();
  findings.figure('kept as unreadable', Number(unreadable));
  findings.expect(Number(unreadable) === bad, `${Number(unreadable)} deliveries are unreadable instead of ${bad}`);
}
