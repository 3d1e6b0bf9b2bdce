import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hasRequiredDriver, NEWER_DRIVER, needsNewerDriver } from './newer-driver.mjs';
import { projectRoot } from './project-root.mjs';

const read = (file: string) => JSON.parse(readFileSync(path.join(projectRoot, file), 'utf8'));

test.each(['24.0.0', '24.21.0', '26.3.0'])('Node %s needs the newer driver', (version) => {
  expect(needsNewerDriver(version)).toBe(true);
});

test.each(['20.19.0', '22.23.2'])('Node %s keeps the version of the lock', (version) => {
  expect(needsNewerDriver(version)).toBe(false);
});

test('the newer driver is pinned, and its lock has no URL', () => {
  const { version, integrity, resolved } = read(`${NEWER_DRIVER}/package-lock.json`).packages[
    'node_modules/better-sqlite3'
  ];
  expect(version).toMatch(/^13\.\d+\.\d+$/);
  expect(read(`${NEWER_DRIVER}/package.json`).dependencies).toEqual({ 'better-sqlite3': version });
  expect(integrity).toMatch(/^sha512-/);
  expect(resolved).toBeUndefined();
});

test('the installed driver has the version for this Node', () => {
  expect(hasRequiredDriver()).toBe(true);
});
