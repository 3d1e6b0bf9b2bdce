import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DeliveryFilter, type DeliveryPage, listDeliveries } from '../deliveries/list-deliveries';
import type { Source } from '../sql/statements';
import { migrate } from '../storage/migrate';
import { ANY_COURSE } from '../testing/any-course';
import { type CountedSource, countedSource } from '../testing/counted-source';
import type { CourseFilter } from './course-filter';
import { type CoursePage, countHistory, historyPage } from './list-courses';

const COURSES = 30_000;
const NEARBY = 20_000;
const ALL = Number.MAX_SAFE_INTEGER;
const RARE = 3;

let folder: string;
const open: Database.Database[] = [];

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-years-'));
});
afterAll(() => {
  for (const database of open) database.close();
  rmSync(folder, { recursive: true });
});

async function emptyDatabase(name: string): Promise<Database.Database> {
  const file = path.join(folder, `${name}.db`);
  await migrate(file);
  const database = new Database(file);
  open.push(database);
  database.pragma('synchronous = OFF');
  database.exec(
    `INSERT INTO "Branch" ("number", "timeZone", "epoch") VALUES (1, 'Europe/Amsterdam', 'e'), (2, 'Europe/Amsterdam', 'e')`,
  );
  return database;
}

const EVERY: CourseFilter = { ...ANY_COURSE, branch: 1, limit: 100, cursor: null, now: 0 };

describe('a page of a long history', () => {
  let source: CountedSource;
  beforeAll(async () => {
    const database = await emptyDatabase('years');
    // Two courses an order, a second apart; two deliveries at each instant. The oldest orders have a name.
    database.exec(`
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${COURSES / 2})
      INSERT INTO "Order" SELECT i, 1, 'id:' || i, 'table', i, NULL, 2026, 1000000 + i, NULL, i % 40, '1',
        iif(i <= ${RARE}, 'Okonkwo', 'Smith'), 2, NULL, NULL, NULL, NULL, NULL FROM n;
      WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ${COURSES + 1})
      INSERT INTO "CourseTicket" ("orderKey", "courseNumber", "round", "branch", "startedAt", "readyAt", "servedAt",
        "beganAt", "lastNewsAt", "closedAt", "closedBy", "courseName", "abbreviation", "sequence", "expectedRaw", "posRaw",
        "measuredMs", "marks", "businessDay", "localMinute", "version")
        SELECT i / 2, i % 2, 1, 1, i * 1000, i * 1000, i * 1000, i * 1000, i * 1000, i * 1000,
        'pos', 'Mains', iif(i < 2 + ${RARE}, 'XX', 'MA'), 1, 600, 600, 0, '[]', '2026-06-19', 1200, i FROM n;
      INSERT INTO "Subscription" ("id", "secretEncoding", "signatureEncoding", "algorithm", "createdAt")
        VALUES ('heatlamp', 'base64', 'base64', 'sha256', 0);
      WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ${COURSES + 1})
      INSERT INTO "Delivery" SELECT printf('%08d', i), i / 2 * 1000, 'heatlamp', 'kitchenStartCourse', '{}', x'7b7d', hex(i),
        iif(i < 2 + ${RARE}, 'unreadable', iif(i % 1000 = 0, 'repeat', 'applied')),
        iif(i < 2 + ${RARE}, 'the body is not UTF-8', NULL), 1, NULL, NULL, NULL, NULL, NULL, NULL FROM n;`);
    source = countedSource(database);
  });
  beforeEach(() => void source.visited());

  it('reads no more courses for a page far back than for the first one', async () => {
    const first = await historyPage(source, EVERY);
    expect(first.courses).toHaveLength(100);
    const atFirst = source.visited();
    // The page, the row that proves a next one, and one that could have begun at the same instant.
    expect(atFirst).toBe(102);
    const cursor = { beganAt: 500_000, orderKey: 250, courseNumber: 0, round: 1 };
    const far = await historyPage(source, { ...EVERY, cursor });
    expect(far.courses[0]?.ticket.id).toBe('249-1-1');
    expect(far.courses).toHaveLength(100);
    expect(source.visited()).toBeLessThanOrEqual(atFirst + 1);
    expect((await historyPage(source, { ...EVERY, cursor, to: 400_000 })).courses[0]?.ticket.id).toBe('199-1-1');
  });

  it('reads each course once over all pages', async () => {
    let cursor: CourseFilter['cursor'] = null;
    let listed = 0;
    do {
      const page: CoursePage = await historyPage(source, { ...EVERY, limit: 1000, cursor });
      listed += page.courses.length;
      cursor = page.next;
    } while (cursor);
    expect(listed).toBe(COURSES);
    // Besides its thousand courses a page reads the end of the previous one and the start of the next.
    expect(source.visited()).toBeLessThanOrEqual(COURSES * 1.01);
  });

  it.each<[string, Partial<CourseFilter>, number]>([
    ['a name that nobody has', { q: 'Nobody' }, 0],
    ['an order number that there never was', { q: '999' }, 0],
    ['a name of years ago', { q: 'okonKWO' }, 2 * RARE],
    ['an order of years ago', { q: '1000001' }, 2],
    ['a table that there never was', { table: { number: '77', subNumber: null } }, 0],
    ['a kind of order that the branch has not', { orderKind: 'cafeteria' }, 0],
    ['a party as large as there never was', { guests: 40 }, 0],
    ['a large party that was late, as there never was', { guests: 40, late: true }, 0],
  ])('for %s checks the newest courses first, and then only the matching ones', async (_, filter, found) => {
    expect((await historyPage(source, { ...EVERY, ...filter })).courses).toHaveLength(found);
    const visited = source.visited();
    // The index is read twice: for the range of the newest, and for the courses.
    expect(visited).toBeGreaterThan(NEARBY);
    expect(visited).toBeLessThanOrEqual(2 * (NEARBY + 1) + found);
  });

  it('with a common match reads only its own courses, however many there are', async () => {
    expect((await historyPage(source, { ...EVERY, q: 'smith' })).courses).toHaveLength(100);
    expect(source.visited()).toBeLessThanOrEqual(NEARBY + 1 + 102);
  });

  it('is counted without reading more courses than can be counted quickly', async () => {
    expect(await countHistory(source, { ...EVERY, q: 'smith' }, NEARBY)).toBeNull();
    expect(source.visited()).toBeLessThanOrEqual(NEARBY + 1);
    expect(await countHistory(source, { ...EVERY, q: 'okonkwo', to: 1_000_000 }, NEARBY)).toBe(2 * RARE);
    expect(await countHistory(source, EVERY, NEARBY)).toBe(COURSES);
  });

  it('finds courses of years ago for a course that is no longer cooked', async () => {
    expect((await historyPage(source, { ...EVERY, course: 'xx' })).courses).toHaveLength(RARE);
  });

  const JOURNAL: DeliveryFilter = {
    branches: [1],
    outcome: null,
    cause: null,
    from: null,
    to: null,
    q: null,
    limit: 100,
    cursor: null,
  };

  it('of deliveries reads no more of them far back than on the first page', async () => {
    expect((await listDeliveries(source, JOURNAL)).deliveries).toHaveLength(100);
    const atFirst = source.visited();
    expect(atFirst).toBeGreaterThanOrEqual(101);
    expect(atFirst).toBeLessThanOrEqual(103);
    const far = await listDeliveries(source, { ...JOURNAL, cursor: { receivedAt: 250_000, id: '00000501' } });
    expect(far.deliveries[0]?.id).toBe('00000500');
    expect(far.deliveries).toHaveLength(100);
    expect(source.visited()).toBeLessThanOrEqual(atFirst + 2);
  });

  it('of deliveries with a rare outcome or cause reads only those', async () => {
    expect((await listDeliveries(source, { ...JOURNAL, outcome: 'unreadable' })).deliveries).toHaveLength(RARE);
    expect(source.visited()).toBe(RARE);
    expect((await listDeliveries(source, { ...JOURNAL, cause: 'not-json' })).deliveries).toHaveLength(RARE);
    expect(source.visited()).toBe(RARE);
    const none = { ...JOURNAL, cause: 'not-json', outcome: 'applied' } as const;
    expect((await listDeliveries(source, none)).deliveries).toEqual([]);
    expect(source.visited()).toBe(0);
  });

  const STRIDE = 2_000;
  const search = (filter: Partial<DeliveryFilter>, patience: number) => {
    let strides = 0;
    const isTimeUp = () => ++strides >= patience;
    return listDeliveries(source, { ...JOURNAL, ...filter }, undefined, { stride: STRIDE, isTimeUp });
  };

  it.each<[string, Partial<DeliveryFilter>]>([
    ['text that no body has', { q: 'Nobody' }],
    ['text that no applied body has', { q: 'Nobody', outcome: 'applied' }],
    ['a cause that there never was', { cause: 'path-slip' }],
  ])('for %s ends when time is up, returns how far it searched, and continues there', async (_, filter) => {
    let cursor: DeliveryFilter['cursor'] = null;
    let visited = 0;
    let pages = 0;
    do {
      const page = await search({ ...filter, cursor }, 2);
      pages += 1;
      expect(page.deliveries).toEqual([]);
      expect(page.lookedBackTo).toBe(page.next?.receivedAt ?? null);
      const now = source.visited();
      // The index is read twice: for the range of a stride, and for the deliveries.
      expect(now).toBeLessThanOrEqual(2 * 2 * (STRIDE + 2));
      visited += now;
      cursor = page.next;
    } while (cursor);
    expect(pages).toBeGreaterThan(5);
    expect(visited).toBeGreaterThanOrEqual(COURSES);
    expect(visited).toBeLessThanOrEqual(2 * COURSES + 8 * pages);
  });

  it('for an outcome of another branch reads no more than time allows', async () => {
    const page = await search({ outcome: 'repeat', branches: [2, null] }, 1);
    expect(page).toEqual({ deliveries: [], next: null, lookedBackTo: null });
    expect(
      (
        await listDeliveries(source, { ...JOURNAL, outcome: 'repeat', branches: [2] }, undefined, {
          stride: 10,
          isTimeUp: () => true,
        })
      ).lookedBackTo,
    ).toBe((COURSES / 2 - 10 * 500) * 1000);
  });
});

describe('a search that ends before its page is full', () => {
  let source: CountedSource;
  let database: Database.Database;
  beforeAll(async () => {
    database = await emptyDatabase('ended');
    source = countedSource(database);
  });

  const delivery = fc.record({
    branch: fc.constantFrom(1, 1, 2, null),
    receivedAt: fc.integer({ min: 1, max: 12 }),
    outcome: fc.constantFrom('applied' as const, 'applied' as const, 'repeat' as const, 'unreadable' as const),
    reason: fc.constantFrom(null, 'the body is not UTF-8', 'no Content-Type'),
    body: fc.constantFrom('Smith', 'smithson', '100%', 'Ünal', '{}'),
  });
  const filter = fc.record({
    branches: fc.constantFrom<(number | null)[]>([1], [1, null], [2, null]),
    outcome: fc.constantFrom(null, 'applied' as const, 'repeat' as const, 'unreadable' as const),
    cause: fc.constantFrom(null, null, 'not-json' as const, 'content-type' as const),
    from: fc.option(fc.integer({ min: 0, max: 8 })),
    to: fc.option(fc.integer({ min: 5, max: 14 })),
    q: fc.option(fc.constantFrom('smith', '%', 'ü', 'Nobody')),
    limit: fc.integer({ min: 1, max: 5 }),
  });

  it('returns every delivery once over all pages, in the same order, for any page size', async () => {
    const insert = database.prepare(
      `INSERT INTO "Delivery" VALUES (?, ?, 'heatlamp', 'kitchenStartCourse', '{}', ?, '', ?, ?, ?, NULL, NULL, NULL, NULL, NULL, NULL)`,
    );
    let ended = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(delivery, { minLength: 5, maxLength: 40 }),
        filter,
        fc.integer({ min: 0, max: 6 }),
        async (deliveries, filter, stride) => {
          database.exec('DELETE FROM "Delivery"');
          for (const [index, { branch, receivedAt, outcome, reason, body }] of deliveries.entries())
            insert.run(String(index).padStart(4, '0'), receivedAt, Buffer.from(body), outcome, reason, branch);
          const wanted = { ...filter, cursor: null };
          const never = { stride: 1_000, isTimeUp: () => false };
          const whole = await listDeliveries(source, { ...wanted, limit: 1_000 }, undefined, never);
          const ids: string[] = [];
          let cursor: DeliveryFilter['cursor'] = null;
          do {
            const page: DeliveryPage = await listDeliveries(source, { ...wanted, cursor }, undefined, {
              stride,
              isTimeUp: () => true,
            });
            if (page.lookedBackTo !== null) ended += 1;
            ids.push(...page.deliveries.map(({ id }) => id));
            cursor = page.next;
          } while (cursor);
          expect(ids).toEqual(whole.deliveries.map(({ id }) => id));
        },
      ),
      { numRuns: 150 },
    );
    expect(ended).toBeGreaterThan(20);
  });
});

describe('a page that is searched nearby first, then everywhere', () => {
  let source: CountedSource;
  let database: Database.Database;
  beforeAll(async () => {
    database = await emptyDatabase('anywhere');
    source = countedSource(database);
  });

  const NAMES = [null, '', 'Smith', 'smithson', '100%', 'a_b', "O'Neil", 'Ünal'];
  const order = fc.record({
    branch: fc.constantFrom(1, 1, 1, 2),
    kind: fc.constantFrom('table', 'cafeteria'),
    number: fc.option(fc.integer({ min: 1, max: 9 })),
    ticketNumber: fc.option(fc.integer({ min: 1, max: 9 })),
    table: fc.option(fc.constantFrom('1', '2', '7', '12')),
    subNumber: fc.constantFrom('1', '2'),
    name: fc.constantFrom(...NAMES),
    guests: fc.constantFrom(null, 2, 4),
    // Courses of few instants: many began at the same one.
    courses: fc.array(
      fc.record({
        beganAt: fc.integer({ min: 1, max: 12 }),
        abbreviation: fc.constantFrom('MA', 'ma', 'DE'),
        readyAfter: fc.option(fc.integer({ min: 0, max: 3 })),
        isServed: fc.boolean(),
        minute: fc.integer({ min: 0, max: 1439 }),
      }),
      { maxLength: 4 },
    ),
  });
  const sometimes = <Value>(value: fc.Arbitrary<Value>) =>
    fc.oneof({ arbitrary: fc.constant(null), weight: 4 }, { arbitrary: value, weight: 1 });
  const filter = fc.record({
    from: sometimes(fc.integer({ min: 0, max: 8 })),
    to: sometimes(fc.integer({ min: 5, max: 14 })),
    course: sometimes(fc.constantFrom('MA', '1', 'XX')),
    table: sometimes(fc.constantFrom({ number: '1', subNumber: null }, { number: '12', subNumber: '2' })),
    service: sometimes(fc.constantFrom('lunch', 'dinner')),
    orderKind: sometimes(fc.constantFrom('table' as const, 'cafeteria' as const)),
    state: sometimes(fc.constantFrom('started' as const, 'ready' as const, 'served' as const)),
    late: sometimes(fc.boolean()),
    guests: sometimes(fc.constantFrom(2, 4)),
    weekday: sometimes(fc.constantFrom(5, 6)),
    hour: sometimes(fc.integer({ min: 0, max: 23 })),
    tickets: sometimes(fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.constantFrom(1, 2), fc.constant(1)))),
    q: fc.option(fc.constantFrom('smith', 'SMITHS', '%', '_', '1', '7', 'ü', 'Nobody'), { freq: 2 }),
    limit: fc.integer({ min: 1, max: 5 }),
  });
  type Orders = typeof order extends fc.Arbitrary<infer Order> ? Order[] : never;

  function store(orders: Orders): void {
    database.exec('DELETE FROM "CourseTicket"; DELETE FROM "Order";');
    const insertOrder = database.prepare(
      `INSERT INTO "Order" ("key", "branch", "identity", "kind", "number", "ticketNumber", "tableNumber", "tableSubNumber", "tableName", "guests")
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    const insertTicket = database.prepare(
      `INSERT INTO "CourseTicket" ("orderKey", "courseNumber", "round", "branch", "startedAt", "readyAt", "servedAt", "beganAt", "lastNewsAt", "abbreviation", "marks", "businessDay", "localMinute", "version")
       VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, '[]', '2026-06-19', ?, 1)`,
    );
    for (const [
      index,
      { branch, kind, number, ticketNumber, table, subNumber, name, guests, courses },
    ] of orders.entries()) {
      const key = index + 1;
      insertOrder.run(key, branch, `id:${key}`, kind, number, ticketNumber, table, table && subNumber, name, guests);
      for (const [course, { beganAt, abbreviation, readyAfter, isServed, minute }] of courses.entries()) {
        const readyAt = readyAfter === null ? null : beganAt + readyAfter * 3_600_000;
        const servedAt = isServed ? beganAt : null;
        insertTicket.run(key, course + 1, branch, beganAt, readyAt, servedAt, beganAt, beganAt, abbreviation, minute);
      }
    }
  }

  it('has the same courses for every nearby limit, and all pages together have each course once', async () => {
    const foundEverywhere = { byOrders: 0, byCourses: 0 };
    let uncounted = 0;
    const watched: Source = {
      $queryRawUnsafe: (async (sql: string, ...values: number[]) => {
        const rows = await source.$queryRawUnsafe<unknown[]>(sql, ...values);
        if (rows.length > 0 && sql.includes('"Order" o CROSS JOIN "CourseTicket" t')) foundEverywhere.byOrders += 1;
        if (rows.length > 0 && sql.includes('NOT INDEXED')) foundEverywhere.byCourses += 1;
        return rows;
      }) as Source['$queryRawUnsafe'],
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(order, { maxLength: 12 }),
        filter,
        fc.integer({ min: 0, max: 6 }),
        async (orders, filter, nearby) => {
          store(orders);
          const wanted: CourseFilter = { ...EVERY, ...filter };
          const whole = await historyPage(source, { ...wanted, limit: 1000 }, ALL);
          const count = await countHistory(source, wanted, filter.limit);
          if (count === null) uncounted += 1;
          else expect(count).toBe(whole.courses.length);
          const ids: string[] = [];
          let cursor: CourseFilter['cursor'] = null;
          do {
            const page: CoursePage = await historyPage(watched, { ...wanted, cursor }, nearby);
            expect(page).toEqual(await historyPage(source, { ...wanted, cursor }, ALL));
            ids.push(...page.courses.map(({ ticket }) => ticket.id));
            cursor = page.next;
          } while (cursor);
          expect(ids).toEqual(whole.courses.map(({ ticket }) => ticket.id));
        },
      ),
      { numRuns: 600 },
    );
    expect(uncounted).toBeGreaterThan(20);
    expect(foundEverywhere.byOrders).toBeGreaterThan(20);
    expect(foundEverywhere.byCourses).toBeGreaterThan(20);
  });
});
