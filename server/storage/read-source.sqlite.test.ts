import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cacheStatements } from './read-source';

let database: Database.Database;
beforeEach(() => {
  database = new Database(':memory:');
  database.exec('CREATE TABLE course (number INTEGER PRIMARY KEY, name TEXT)');
});
afterEach(() => {
  database.close();
});

/** A statement with the members that the adapter uses. */
type Bound = { reader: boolean; run: () => Database.RunResult; raw: () => { all: () => unknown[] } };
const bind = (sql: string, ...args: unknown[]) =>
  (database.prepare(sql) as unknown as { bind: (args: unknown[]) => Bound }).bind(args);

it('prepares each SQL text once', () => {
  let prepared = 0;
  const prepare = database.prepare.bind(database);
  Object.assign(database, {
    prepare(sql: string) {
      prepared += 1;
      return prepare(sql);
    },
  });
  cacheStatements(database);
  for (const number of [1, 2, 3]) bind('INSERT INTO course VALUES (?, ?)', number, `course ${number}`).run();
  expect(bind('SELECT * FROM course WHERE number > ?', 1).raw().all()).toEqual([
    [2, 'course 2'],
    [3, 'course 3'],
  ]);
  expect(bind('SELECT * FROM course WHERE number > ?', 2).raw().all()).toEqual([[3, 'course 3']]);
  expect(prepared).toBe(2);
});

it('binds values per call, so that two uses of a statement are independent', () => {
  cacheStatements(database);
  const first = bind('INSERT INTO course VALUES (?, ?)', 1, 'soup');
  const second = bind('INSERT INTO course VALUES (?, ?)', 2, 'fish');
  second.run();
  first.run();
  expect(bind('SELECT number, name FROM course').raw().all()).toEqual([
    [1, 'soup'],
    [2, 'fish'],
  ]);
});

it('runs a statement that returns rows also for its changes', () => {
  cacheStatements(database);
  expect(bind('INSERT INTO course VALUES (1, ?) RETURNING number', 'soup').run().changes).toBe(1);
  expect(bind('INSERT INTO course VALUES (2, ?) RETURNING number', 'fish').raw().all()).toEqual([[2]]);
  expect(bind('INSERT INTO course VALUES (3, ?) RETURNING number', 'meat').run().changes).toBe(1);
});

it('returns objects from earlier statements, and works beyond the number of cached statements', () => {
  const prepare = cacheStatements(database);
  for (let number = 1; number <= 300; number += 1) bind(`INSERT INTO course VALUES (${number}, ?)`, 'soup').run();
  expect(bind('SELECT count(*) FROM course').raw().all()).toEqual([[300]]);
  expect(prepare('SELECT number FROM course WHERE number = 300').get()).toEqual({ number: 300 });
});

it('notices a schema change after a statement was prepared', () => {
  cacheStatements(database);
  expect(bind('SELECT * FROM course').raw().all()).toEqual([]);
  database.exec("ALTER TABLE course ADD COLUMN abbreviation TEXT; INSERT INTO course VALUES (1, 'soup', 'SO')");
  expect(bind('SELECT * FROM course').raw().all()).toEqual([[1, 'soup', 'SO']]);
});
