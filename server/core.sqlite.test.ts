import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toIso } from '../domain/fact';
import { CannotStart } from './cannot-start';
import { diagnose } from './cli/doctor';
import { scheduleCheckpoints } from './reader/reader';
import { changeRows, readRows } from './testing/data-folder';
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
  expect(await refusal()).toMatch(
    /the inbox .*intake.db cannot be opened \(SQLITE_CANTOPEN.*\): make it, and the files beside it, writable/,
  );
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

it('names the database that cannot be opened, and releases the folder', async () => {
  const file = path.join(folder, 'heatlamp.db');
  mkdirSync(file);
  expect(await refusal()).toMatch(
    /heatlamp\.db cannot be opened \(SQLITE_CANTOPEN.*\): make it, and the files beside it/,
  );
  rmSync(file, { recursive: true });
  await (await openKitchen(folder)).core.close();
});

it('does not replace a lost database by an empty one, unless the session secret is deleted as well', async () => {
  await (await openKitchen(folder)).core.close();
  const [database, secret] = ['heatlamp.db', 'session-secret'].map((name) => path.join(folder, name));
  // As the repair of a file system leaves it, or a copy to a full disk.
  writeFileSync(database ?? '', '');
  expect(await refusal()).toMatch(/heatlamp\.db is missing or empty, .* restore a backup/);
  rmSync(database ?? '');
  expect(await refusal()).toMatch(/heatlamp\.db is missing or empty, .* restore a backup/);
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

it('refuses a folder that another server uses although its lock file was deleted', async () => {
  const first = await openKitchen(folder);
  rmSync(path.join(folder, 'heatlamp.lock'));
  expect(await refusal()).toContain('another Heatlamp runs on');
  await first.deliver('kitchenStartCourse', { at: Date.now() });
  await first.core.close();
  await (await openKitchen(folder)).core.close();
});

describe('[F21e] a start on files of which one was damaged', () => {
  const NIGHT = Date.parse('2026-06-19T19:00:00+02:00');
  const at = (minute: number) => NIGHT + minute * 60_000;
  const lostGap = (from: number, to: number) => ({ from: toIso(at(from)), to: toIso(at(to)), cause: 'lost' });
  let copy: string;
  beforeEach(() => {
    copy = mkdtempSync(path.join(tmpdir(), 'heatlamp-core-copy-'));
  });
  afterEach(() => rmSync(copy, { recursive: true }));

  /** A folder as a crash leaves it at 19:11, after a delivery in each of ten minutes. */
  async function crashed(): Promise<void> {
    const kitchen = await openKitchen(folder, NIGHT);
    for (let minute = 1; minute <= 10; minute += 1) {
      kitchen.setNow(at(minute));
      await kitchen.deliver('kitchenStartCourse', { at: at(minute), order: `order-${minute}` });
    }
    cpSync(folder, copy, { recursive: true, filter: (file) => !/\.(sock|lock|db-shm)$/.test(file) });
    await kitchen.core.close();
  }

  /** Inverts a byte of a write-ahead log, at a part of its length. */
  function damage(name: string, part: number): void {
    const file = path.join(copy, name);
    const bytes = readFileSync(file);
    const place = Math.floor(bytes.length * part);
    bytes.writeUInt8(bytes.readUInt8(place) ^ 0xff, place);
    writeFileSync(file, bytes);
  }

  it('reports which deliveries are missing in the database, as a gap that stays', async () => {
    await crashed();
    damage('heatlamp.db-wal', 0.5);
    let kitchen = await openKitchen(copy, at(11));
    const tickets = kitchen.board().tickets.length;
    expect(tickets).toBeLessThan(10);
    // The tenth is still in the inbox, and is applied.
    expect(kitchen.board().gaps).toEqual([lostGap(tickets - 1, 9)]);
    expect(kitchen.warnings).toEqual([expect.stringMatching(/^acknowledged deliveries are missing/)]);
    const what = (await diagnose({ deps: kitchen.core, refusals: null })).findings.map((finding) => finding.what);
    expect(what).toContainEqual(expect.stringMatching(/^acknowledged deliveries are missing .*17:09/));
    kitchen = await kitchen.restart();
    expect(kitchen.warnings).toEqual([]);
    expect(kitchen.board().gaps).toEqual([lostGap(tickets - 1, 9)]);
    await kitchen.core.close();
  });

  it('reports that the inbox has lost what it noted last', async () => {
    await crashed();
    damage('intake.db-wal', 0.5);
    const kitchen = await openKitchen(copy, at(11));
    expect(kitchen.board().tickets).toHaveLength(10);
    expect(kitchen.board().gaps).toEqual([lostGap(10, 11)]);
    await kitchen.core.close();
  });

  it('has lost nothing that was in the log before the last checkpoint', async () => {
    const kitchen = await openKitchen(folder);
    const stop = scheduleCheckpoints(kitchen.core, 1);
    await kitchen.deliver('kitchenStartCourse', { at: Date.now() });
    // Without the log.
    const stored = () => {
      cpSync(path.join(folder, 'heatlamp.db'), path.join(copy, 'heatlamp.db'));
      return readRows(copy, 'SELECT "id" FROM "Delivery"');
    };
    await expect.poll(stored).toHaveLength(1);
    stop();
    await kitchen.core.close();
  });

  it('reports nothing about an inbox that is older than a backup that was restored beside it', async () => {
    const kitchen = await openKitchen(folder, NIGHT);
    for (const minute of [1, 2, 3, 4]) {
      kitchen.setNow(at(minute));
      await kitchen.deliver('kitchenStartCourse', { at: at(minute), order: `order-${minute}` });
      if (minute === 2)
        cpSync(folder, copy, { recursive: true, filter: (file) => !/\.(sock|lock|db-shm)$/.test(file) });
    }
    await kitchen.core.close();
    rmSync(path.join(copy, 'heatlamp.db-wal'));
    cpSync(path.join(folder, 'heatlamp.db'), path.join(copy, 'heatlamp.db'));
    await changeRows(copy, `INSERT INTO "Gap" VALUES (1, ${at(4)}, ${at(5)}, 'restored')`);
    const restored = await openKitchen(copy, at(6));
    expect(restored.warnings).toEqual([]);
    expect(restored.board().gaps).toEqual([{ from: toIso(at(4)), to: toIso(at(5)), cause: 'restored' }]);
    await restored.core.close();
  });

  it('reports nothing when all is there', async () => {
    await crashed();
    const kitchen = await openKitchen(copy, at(11));
    expect([kitchen.warnings, kitchen.board().gaps, kitchen.board().tickets.length]).toEqual([[], [], 10]);
    await kitchen.core.close();
  });
});
