import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../storage/migrate';
import * as history from './history-statements';
import * as report from './history-statements';
import * as load from './load-statements';
import * as write from './write-statements';

const COURSES = 100_000;
let folder: string;
let database: Database.Database;

// Without ANALYZE, as in a restaurant: what the planner would choose with statistics is not what runs there.
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-plans-'));
  const file = path.join(folder, 'heatlamp.db');
  await migrate(file);
  database = new Database(file);
  database.pragma('synchronous = OFF');
  database.exec(fill(COURSES));
});
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

/** One course per order, three facts per course, one delivery per fact; 40 tables. */
function fill(courses: number): string {
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${courses})`;
  const steps = `${numbers}, s(step) AS (VALUES (1), (2), (3))`;
  return `BEGIN;
    INSERT INTO "Branch" ("number", "timeZone", "epoch") VALUES (1, 'Europe/Amsterdam', 'e');
    INSERT INTO "Subscription" ("id", "secretEncoding", "signatureEncoding", "algorithm", "createdAt")
      VALUES ('heatlamp', 'base64', 'base64', 'sha256', 0);
    INSERT INTO "Setting" ("key", "value", "setAt") VALUES ('turnOver', '45', 0);
    ${numbers} INSERT INTO "Order" ("key", "branch", "identity", "kind", "orderId", "year", "number", "tableNumber",
      "tableSubNumber", "guests", "seatedAt")
      SELECT i, 1, 'id:' || i, 'table', i, 2026, i, i % 40, '1', 2, i * 1000 FROM n;
    ${numbers} INSERT INTO "CourseTicket" ("orderKey", "courseNumber", "round", "branch", "startedAt", "readyAt",
      "servedAt", "beganAt", "lastNewsAt", "closedAt", "closedBy", "courseName", "abbreviation", "sequence",
      "expectedRaw", "posRaw", "measuredMs", "marks", "businessDay", "localMinute", "version")
      SELECT i, 1, 1, 1, i * 1000, i * 1000, i * 1000, i * 1000, i * 1000, i * 1000, 'pos', 'Mains', 'MA', 1,
        600, 600, 600000, '[]', '2026-06-19', 1200, i FROM n;
    ${steps} INSERT INTO "CourseEvent" ("orderKey", "courseNumber", "step", "at", "deliveryId", "round")
      SELECT i, 1, step, i * 1000 + step, i || '-' || step, 1 FROM n, s;
    ${steps} INSERT INTO "Delivery" ("id", "receivedAt", "subscription", "pathEvent", "headers", "body", "bodySha256",
      "outcome", "branch", "orderKey", "courseNumber", "step", "at")
      SELECT i || '-' || step, i * 1000 + step, 'heatlamp', 'kitchenStartCourse', '{}', x'7b7d', hex(i), 'applied',
        1, i, 1, step, i * 1000 + step FROM n, s;
    WITH RECURSIVE t(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM t WHERE i < 39)
    INSERT INTO "TableState" ("branch", "number", "subNumber", "status", "since", "newsAt", "version")
      SELECT 1, i, '1', 'TABLE-STATUS-OPEN', 0, i, i FROM t;
    COMMIT;`;
}

/** Every complete statement of these files; the other constants are parts. */
const STATEMENTS = Object.entries({ ...write, ...load, ...report }).filter(
  (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== 'TICKETS_WITH_ORDERS',
);
/** Tables with a row per branch or setting, which are read completely. */
const SMALL = /^SCAN (Branch|Setting)\b/;

const planOf = (sql: string) =>
  database
    .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...Array.from(sql.matchAll(/\?/g), () => '[]'))
    .map(({ detail }) => detail);

const tables = () => database.prepare<[], string>(`SELECT name FROM sqlite_master WHERE type = 'table'`).pluck().all();

it('has as many courses as a restaurant after some years', () => {
  expect(database.prepare('SELECT count(*) FROM "CourseTicket"').pluck().get()).toBe(COURSES);
  expect(STATEMENTS.length).toBeGreaterThan(20);
});

it.each(STATEMENTS)('%s finds its rows by an index', (_, sql) => {
  const plan = planOf(sql);
  const scanned = plan.filter((step) => /^SCAN/.test(step) && !SMALL.test(step));
  const aliases: Record<string, string> = { t: 'CourseTicket', o: 'Order', d: 'Delivery', e: 'CourseEvent' };
  const real = scanned.filter((step) => {
    const name = step.split(' ')[1] ?? '';
    return tables().includes(aliases[name] ?? name);
  });
  expect(real, plan.join('\n')).toEqual([]);
  const touchesRows = !/^\s*INSERT/.test(sql) && sql !== load.BRANCHES;
  if (touchesRows)
    expect(
      plan.some((step) => step.startsWith('SEARCH')),
      plan.join('\n'),
    ).toBe(true);
});

/** A search may still read half a table: by which index, and with nothing to sort, where rows are many. */
const BY_INDEX: [string, string, string[]][] = [
  ['TICKETS_OF_ORDERS', load.TICKETS_OF_ORDERS, ['CourseTicket_1 (orderKey=?)', 'INTEGER PRIMARY KEY']],
  [
    'ORDERS_ON_TABLES',
    load.ORDERS_ON_TABLES,
    ['closedAt_idx (branch=? AND closedAt>? AND closedAt<?)', 'INTEGER PRIMARY KEY'],
  ],
  ['MOVED_ORDERS', load.MOVED_ORDERS, ['CourseTicket_branch_beganAt_idx (branch=? AND beganAt>?)']],
  ['FACTS_OF_ORDERS', load.FACTS_OF_ORDERS, ['CourseEvent_1 (orderKey=?)', 'Delivery_1 (id=?)']],
  ['BODIES_OF_ORDERS', load.BODIES_OF_ORDERS, ['Delivery_orderKey_idx (orderKey=?)']],
  [
    'LEAST_BY_MINUTE',
    load.LEAST_BY_MINUTE,
    [
      'Delivery_branch_receivedAt_idx (branch=? AND receivedAt<?)',
      'Delivery_branch_receivedAt_idx (branch=? AND receivedAt>? AND receivedAt<?)',
    ],
  ],
  ['TICKETS_AFTER', load.TICKETS_AFTER, ['CourseTicket_1 ((orderKey,courseNumber,round)>(?,?,?))']],
  [
    'ORDERS_OF_DAYS',
    load.ORDERS_OF_DAYS,
    ['closedAt_idx (branch=? AND closedAt=?)', 'closedAt_idx (branch=? AND closedAt>? AND closedAt<?)'],
  ],
  ['UPDATE_DELIVERIES', write.UPDATE_DELIVERIES, ['Delivery_1 (id=?)']],
  ['DISTANT_STEPS', report.DISTANT_STEPS, ['CourseTicket_distantSteps_idx (branch=?)']],
  [
    'STEPS_IN_RANGES',
    report.STEPS_IN_RANGES,
    ['CourseTicket_branch_beganAt_idx (branch=? AND beganAt>? AND beganAt<?)'],
  ],
  ['UPDATE_CALENDAR', write.UPDATE_CALENDAR, ['CourseTicket_1 (orderKey=? AND courseNumber=? AND round=?)']],
];

it.each(BY_INDEX)('%s reads only the rows that it returns', (_, sql, indexes) => {
  const searches = planOf(sql).filter((step) => step.startsWith('SEARCH'));
  expect(searches).toHaveLength(indexes.length);
  for (const [position, index] of indexes.entries()) expect(searches[position]).toContain(index);
});

it.each([
  ['LEAST_BY_MINUTE', load.LEAST_BY_MINUTE],
  ['TICKETS_AFTER', load.TICKETS_AFTER],
])('%s returns rows in the order of its index', (_, sql) => {
  expect(planOf(sql).filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
});

const NEAR = 'SEARCH t USING INDEX CourseTicket_branch_beganAt_idx (branch=? AND beganAt>? AND beganAt<?)';
const ORDER_OF = 'SEARCH o USING INTEGER PRIMARY KEY (rowid=?)';
const ORDERS_TICKETS = 'SEARCH t USING INDEX sqlite_autoindex_CourseTicket_1 (orderKey=?)';

/** How a page of history finds its courses; what it then reads of them it finds by their keys. */
it.each([
  ['near', history.nearCourses(['t."servedAt" IS NULL'], 101), NEAR],
  ['how far near is', history.beganBefore(20_000), NEAR.replace('INDEX', 'COVERING INDEX')],
  ['how many', history.countNear([]), NEAR.replace('INDEX', 'COVERING INDEX')],
  ['how many fit', history.countNear(['t."servedAt" IS NULL']), NEAR, ORDER_OF],
  ['of an evening of a table', history.COURSES_OF_TABLE, NEAR, ORDER_OF],
  ['how courses went', history.courseOutcomes(['o."guests" = ?']), NEAR, ORDER_OF],
  ['of orders', history.COURSES_OF_ORDERS, ORDERS_TICKETS],
  [
    'by key',
    history.COURSES_BY_KEY,
    'SEARCH t USING INDEX sqlite_autoindex_CourseTicket_1 (orderKey=? AND courseNumber=? AND round=?)',
  ],
  [
    'with the deliveries of a course',
    history.DELIVERIES_OF_COURSE,
    'SEARCH d USING INDEX Delivery_orderKey_idx (orderKey=?)',
  ],
  ['of a report', report.ordersWith([]), NEAR],
  ['of the orders of a report', report.coursesOf([]), ORDERS_TICKETS],
  ['of parties', history.PARTY_COURSES, NEAR.replace(' AND beganAt<?', ''), ORDER_OF],
  ['course by course', history.courseByCourse(['t."servedAt" IS NULL'], 101, false), 'SCAN t'],
  ['course by course with its order', history.courseByCourse(['o."kind" = ?'], 101, true), 'SCAN t', ORDER_OF],
  ['order by order', history.orderByOrder(['o."tableName" = ?'], 101, false), 'SCAN o', ORDERS_TICKETS],
  [
    'by table',
    history.orderByOrder(['o."tableNumber" = ?'], 101, true),
    'SEARCH o USING COVERING INDEX Order_branch_tableNumber_tableSubNumber_idx (branch=? AND tableNumber=?)',
    ORDERS_TICKETS,
  ],
])('a page of history, %s, begins with the right index', (_, sql, ...steps) => {
  const plan = planOf(sql).filter((step) => /^(SCAN|SEARCH)/.test(step));
  expect(plan.slice(0, steps.length)).toEqual(steps);
  // Parameters and intermediate results are not tables.
  expect(plan.slice(1).filter((step) => /^SCAN (?!k$|json_each |\(subquery)/.test(step))).toEqual([]);
});

it('shows the scan of a join with parameters, so that this test would detect one', () => {
  const [found] = [planOf('SELECT t.* FROM "CourseTicket" t JOIN json_each(?) j ON t."closedBy" = j.value')];
  expect(found.some((step) => /^SCAN t\b/.test(step))).toBe(true);
});

it('reads no more orders of a busy table than of a new one', () => {
  const at = (minute: number) => (COURSES - minute) * 1000;
  const look = () => {
    const startedAt = performance.now();
    expect(database.prepare(load.ORDERS_ON_TABLES).all(JSON.stringify([[1, '7', '1', at(400)]]))).toHaveLength(10);
    return performance.now() - startedAt;
  };
  expect(Math.min(...Array.from({ length: 10 }, look))).toBeLessThan(10);
});
