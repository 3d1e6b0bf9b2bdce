import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { between, createRandom } from '../../tools/pos-simulator/random';
import { eventBody } from '../testing/events';
import { DEFAULT_CONTEXT, deliveryOf } from '../testing/kitchen';
import { translate } from '../webhooks/translate';
import { type FileInbox, type InboxEntry, MAX_REMEMBERED, openInbox } from './inbox';

const NO_LIMIT = 1_000_000;
const START = 'kitchenStartCourse';

let folder: string;
let file: string;
let inbox: FileInbox;
const opened: FileInbox[] = [];

function open(): void {
  inbox = openInbox(file, translate);
  opened.push(inbox);
}

beforeEach(() => {
  // A process that has crashed deletes nothing later.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-inbox-'));
  file = path.join(folder, 'intake.db');
  open();
});
afterEach(() => {
  for (const one of opened.splice(0)) {
    try {
      one.close();
    } catch {
      // Closed by the test, or its file is gone.
    }
  }
  rmSync(folder, { recursive: true });
  vi.useRealTimers();
});

let receivedAt = Date.parse('2026-06-19T18:00:00Z');

/** A delivery, each of another second; by default with a readable body. */
function entry(body?: string | Uint8Array): InboxEntry {
  receivedAt += 1_000;
  const delivery = deliveryOf(START, body ?? eventBody({ at: receivedAt }), receivedAt);
  return { delivery, context: { ...DEFAULT_CONTEXT, pathEvent: START } };
}

const entries = (count: number) => Array.from({ length: count }, () => entry());
const idsOf = (all: readonly InboxEntry[]) => all.map(({ delivery }) => delivery.id);

/** The ids of everything that waits, in chunks of `most`, which are removed. */
function drained(most = 100): string[] {
  const ids: string[] = [];
  for (let batch = inbox.next(most, NO_LIMIT); batch.length > 0; batch = inbox.next(most, NO_LIMIT)) {
    ids.push(...batch.map(({ id }) => id));
    inbox.remove(batch, []);
  }
  return ids;
}

/** Opens the file again. Without closing it, like after a crash. */
function crash(): void {
  open();
}

it('returns deliveries complete and in order, and is empty after the last', () => {
  const all = entries(5);
  inbox.append(all.slice(0, 2));
  inbox.append(all.slice(2));
  expect([inbox.count(), inbox.next(3, NO_LIMIT)]).toEqual([5, all.slice(0, 3).map(({ delivery }) => delivery)]);
  expect(drained(2)).toEqual(idsOf(all));
  expect([inbox.count(), inbox.bytes(), inbox.next(1, NO_LIMIT)]).toEqual([0, 0, []]);
});

it('keeps every byte of a body over a restart, and translates it again', () => {
  const bodies = [eventBody({ at: receivedAt }), Buffer.of(0x7b, 0xff, 0x00, 0x0a, 0x7d), Buffer.alloc(0), '\ufeff{}'];
  const all = bodies.map(entry);
  inbox.append(all);
  crash();
  expect(inbox.next(10, NO_LIMIT)).toEqual(all.map(({ delivery }) => ({ ...delivery, mayBeStored: true })));
});

it('returns deliveries again that were not removed, also after a restart', () => {
  const all = entries(3);
  inbox.append(all);
  inbox.next(2, NO_LIMIT);
  crash();
  expect(inbox.count()).toBe(3);
  expect(drained()).toEqual(idsOf(all));
});

it('limits what it returns at once by size, but returns at least one', () => {
  const all = [entry(Buffer.alloc(200_000)), entry(Buffer.alloc(200_000)), entry(Buffer.alloc(10))];
  inbox.append(all);
  expect(inbox.next(10, 1_000)).toHaveLength(1);
  expect(inbox.next(10, 450_000)).toHaveLength(3);
  crash();
  expect(inbox.next(10, 1_000)).toHaveLength(1);
});

it('keeps deliveries that the database rejected, without returning them', () => {
  const all = entries(4);
  inbox.append(all);
  const batch = inbox.next(3, NO_LIMIT);
  inbox.remove(batch, [batch[1]?.id ?? '']);
  expect([inbox.count(), inbox.rejected()]).toEqual([1, 1]);
  inbox.append(entries(1));
  crash();
  expect([inbox.count(), inbox.rejected()]).toEqual([2, 1]);
  drained();
  inbox.close();
  const database = new SqliteDatabase(file, { readonly: true });
  expect(database.prepare('SELECT "id" FROM "Inbox"').pluck().all()).toEqual([batch[1]?.id]);
  database.close();
});

it('rejects a row that the disk has damaged, and returns those around it', () => {
  const all = entries(3);
  inbox.append(all);
  inbox.close();
  const database = new SqliteDatabase(file);
  database.prepare(`UPDATE "Inbox" SET "envelope" = '{"rec' WHERE "id" = ?`).run(all[1]?.delivery.id);
  database.close();
  open();
  expect(drained()).toEqual(idsOf(all).filter((_, index) => index !== 1));
  expect([inbox.count(), inbox.bytes(), inbox.rejected()]).toEqual([0, 0, 1]);
});

it('passes over damaged rows that are not marked on the disk yet, however few it reads at once', () => {
  const all = entries(MAX_REMEMBERED.deliveries);
  inbox.append(all);
  inbox.close();
  const database = new SqliteDatabase(file);
  const damage = database.prepare(`UPDATE "Inbox" SET "envelope" = '{"rec' WHERE "id" = ?`);
  for (const id of idsOf(all.slice(1_199, 1_201))) damage.run(id);
  database.close();
  open();
  // The first read finds the damaged rows, the second one begins with them.
  inbox.remove(inbox.next(1_201, NO_LIMIT), []);
  expect(inbox.next(1, NO_LIMIT).map(({ id }) => id)).toEqual(idsOf(all.slice(1_201, 1_202)));
  expect(drained(1)).toEqual(idsOf(all.slice(1_201)));
});

it('remembers what arrives again, once little is left of a large backlog', () => {
  let translations = 0;
  inbox = openInbox(file, (...all) => {
    translations += 1;
    return translate(...all);
  });
  opened.push(inbox);
  const all = entries(MAX_REMEMBERED.deliveries + 1);
  inbox.append(all);
  const project = (most: number) => {
    const batch = inbox.next(most, NO_LIMIT);
    inbox.remove(batch, []);
    return batch.map(({ id }) => id);
  };
  const projected = [...project(1_000), ...project(1_000)];
  for (let round = 0; round < 5; round += 1) {
    const more = entries(200);
    all.push(...more);
    inbox.append(more);
    projected.push(...project(200));
  }
  expect(inbox.count()).toBeGreaterThan(0);
  expect(translations).toBeLessThan(MAX_REMEMBERED.deliveries + 500);
  expect([...projected, ...drained()]).toEqual(idsOf(all));
  expect([inbox.count(), inbox.bytes()]).toEqual([0, 0]);
});

it('deletes what was removed from the disk after some seconds, so that a crash does not bring it back', () => {
  inbox.append(entries(3));
  inbox.remove(inbox.next(2, NO_LIMIT), []);
  crash();
  expect(inbox.count()).toBe(3);
  vi.advanceTimersByTime(5_000);
  crash();
  expect(inbox.count()).toBe(1);
});

it('can be probed without leaving anything', () => {
  const all = entries(2);
  inbox.append(all.slice(0, 1));
  inbox.probe();
  inbox.append(all.slice(1));
  inbox.probe();
  crash();
  expect(drained()).toEqual(idsOf(all));
});

it('waits for nothing that somebody deleted from its file', () => {
  inbox.append(entries(2));
  crash();
  const database = new SqliteDatabase(file);
  database.exec('DELETE FROM "Inbox"');
  database.close();
  expect([inbox.count(), inbox.next(10, NO_LIMIT), inbox.count(), inbox.bytes()]).toEqual([2, [], 0, 0]);
  expect(inbox.removed()).toBe(inbox.added());
});

it('adds nothing if the file cannot be written', () => {
  const all = entries(2);
  inbox.append(all.slice(0, 1));
  const holder = new SqliteDatabase(file, { timeout: 0 });
  holder.exec('BEGIN IMMEDIATE');
  expect(() => inbox.append(all.slice(1))).toThrow('locked');
  expect(() => inbox.probe()).toThrow('locked');
  holder.close();
  expect(inbox.count()).toBe(1);
  inbox.append(all.slice(1));
  expect(drained()).toEqual(idsOf(all));
});

const SEED = Number(process.env['HEATLAMP_SEED'] ?? 20_261_123);

it(`keeps what waits through any operations and restarts (seed ${SEED})`, () => {
  const random = createRandom(SEED);
  /** Everything that was not removed before the last append: a crash may bring it back. */
  let onDisk: string[] = [];
  let waiting: string[] = [];
  let most = 0;
  for (let step = 0; step < 200; step += 1) {
    const what = random();
    if (what < 0.4) {
      const some = Array.from({ length: between(random, 1, 300) }, () =>
        entry(Buffer.alloc(between(random, 0, 2_000), 65)),
      );
      inbox.append(some);
      waiting = [...waiting, ...idsOf(some)];
      onDisk = waiting;
    } else if (what < 0.85) {
      const batch = inbox.next(between(random, 1, 250), NO_LIMIT);
      expect(batch.map(({ id }) => id)).toEqual(waiting.slice(0, batch.length));
      expect(batch.length > 0).toBe(waiting.length > 0);
      if (random() < 0.8) {
        inbox.remove(batch, []);
        waiting = waiting.slice(batch.length);
      }
    } else if (what < 0.9) {
      inbox.probe();
    } else if (what < 0.95) {
      inbox.close();
      open();
      onDisk = waiting;
    } else {
      crash();
      waiting = onDisk;
    }
    expect(inbox.count()).toBe(waiting.length);
    most = Math.max(most, waiting.length);
  }
  expect(drained()).toEqual(waiting);
  expect(most).toBeGreaterThan(2_048);
});
