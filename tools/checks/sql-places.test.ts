import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../set-up/project-root.mjs';

/** Files that may contain statements on our tables. */
const SQL_FOLDER = 'server/sql/';
const STORAGE_FOLDER = 'server/storage/';
const NAMES_OUR_TABLE = /\b(?:FROM|INTO|JOIN|UPDATE) "[A-Z]\w*"/;

const sources = readdirSync(path.join(projectRoot, 'server'), { recursive: true, encoding: 'utf8' })
  .map((file) => path.posix.join('server', file.replaceAll(path.sep, '/')))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('/testing/'));
const filesWith = (pattern: RegExp) =>
  sources.filter((file) => pattern.test(readFileSync(path.join(projectRoot, file), 'utf8')));

test('every SQL statement on our tables is in server/sql', () => {
  const withStatements = filesWith(NAMES_OUR_TABLE);
  expect(withStatements.filter((file) => file.startsWith(SQL_FOLDER))).not.toEqual([]);
  expect(withStatements.filter((file) => !file.startsWith(SQL_FOLDER))).toEqual([]);
});

test('only server/storage knows the drivers and the adapters of Prisma', () => {
  const withDriver = filesWith(/from '(?:better-sqlite3|pg|@prisma\/.*)'/);
  expect(withDriver.filter((file) => file.startsWith(STORAGE_FOLDER))).not.toEqual([]);
  expect(withDriver.filter((file) => !file.startsWith(STORAGE_FOLDER))).toEqual([]);
});
