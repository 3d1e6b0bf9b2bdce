import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CannotStart } from './core';
import { openKitchen } from './testing/kitchen';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-core-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function refusal(): Promise<string> {
  const error = await openKitchen(folder).then(
    () => expect.unreachable('it opened'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(CannotStart);
  return String(error);
}

it('explains why the inbox cannot be opened, and releases the folder', async () => {
  const inbox = path.join(folder, 'intake.db');
  mkdirSync(inbox);
  expect(await refusal()).toMatch(/the inbox .*intake.db cannot be opened \(SQLITE_CANTOPEN.*\): make it writable/);
  rmSync(inbox, { recursive: true });
  await (await openKitchen(folder)).core.close();
});

it('explains why a file is no database, and releases the folder', async () => {
  const file = path.join(folder, 'heatlamp.db');
  writeFileSync(file, 'not a database, whatever its name says'.repeat(40));
  expect(await refusal()).toMatch(/file is not a database/);
  rmSync(file);
  await (await openKitchen(folder)).core.close();
});

it('does not replace a lost database by an empty one, unless the session secret is deleted as well', async () => {
  await (await openKitchen(folder)).core.close();
  const [database, secret] = ['heatlamp.db', 'session-secret'].map((name) => path.join(folder, name));
  rmSync(database ?? '');
  expect(await refusal()).toMatch(/heatlamp\.db is missing, .* restore a backup/);
  expect(existsSync(database ?? '')).toBe(false);
  rmSync(secret ?? '');
  await (await openKitchen(folder)).core.close();
});

it('refuses a folder that another process uses, and a file in place of the folder', async () => {
  const first = await openKitchen(folder);
  expect(await refusal()).toContain('another Heatlamp runs on');
  await first.core.close();
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  expect(await refusal()).toContain('cannot be written (EEXIST)');
  rmSync(folder);
  mkdirSync(folder);
});
