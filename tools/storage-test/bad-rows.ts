import { openDatabase } from '../harness/stored-data';
import { instantOf } from '../pos-simulator/service-until';
import { checkDeliveries } from './check-deliveries';
import { latencies, send, serviceUntilNow, statuses } from './load';
import type { Findings, Scenario } from './scenario';
import { makeFolder, startOn } from './server';

/** A trigger that violates a deferred foreign key, which is checked at the commit. */
const FAIL_AT_COMMIT = `
  CREATE TABLE "Rig" ("id" INTEGER PRIMARY KEY, "parent" INTEGER REFERENCES "Rig" ("id") DEFERRABLE INITIALLY DEFERRED);
  CREATE TRIGGER "rig" AFTER INSERT ON "CourseEvent" WHEN EXISTS
    (SELECT 1 FROM "RigBody" b WHERE b."at" = NEW."at")
    BEGIN INSERT INTO "Rig" ("parent") VALUES (-1); END`;
const FAIL_AT_ONCE = `
  CREATE TRIGGER "rig" BEFORE INSERT ON "CourseEvent" WHEN EXISTS (SELECT 1 FROM "RigBody" b WHERE b."at" = NEW."at")
    BEGIN SELECT raise(ABORT, 'rejected row'); END`;

export const failedCommit: Scenario = {
  name: 'commit',
  title: 'commits that fail because of some deliveries',
  run: (findings) => withBadRows(findings, { failure: FAIL_AT_COMMIT, deliveries: 400, bad: 5, connections: 6 }),
};

export const badRow: Scenario = {
  name: 'bad-row',
  title: 'one rejected row among 63 simultaneous deliveries',
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
  for (const { body } of badBodies) database.prepare('INSERT OR IGNORE INTO "RigBody" VALUES (?)').run(instantOf(body));
  database.close();

  const server = await startOn(findings, folder);
  const responses = await send(server.url, postings, connections);
  const laterResponses = await send(server.url, serviceUntilNow(findings.seed + 1, { orders: 20 }), connections);
  await server.stop();
  const all = [...responses, ...laterResponses];
  findings.figure('responses', statuses(all));
  findings.figure('latency', latencies(all));
  findings.expect(
    all.every(({ status }) => status === 200),
    `unexpected statuses: ${statuses(all)}`,
  );
  checkDeliveries(findings, folder, all);
  const kept = openDatabase(folder);
  const unreadable = kept.prepare(`SELECT count(*) FROM "Delivery" WHERE "outcome" = 'unreadable'`).pluck().get();
  kept.close();
  findings.figure('stored as unreadable', Number(unreadable));
  findings.expect(Number(unreadable) === bad, `${Number(unreadable)} deliveries are unreadable, expected ${bad}`);
}
