import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { EarlyReceipt } from '../../domain/pos-offset';
import { DAY_MS, MINUTE_MS } from '../../lib/time';
import type { BranchRow } from '../sql/branches';
import { LEAST_BY_MINUTE } from '../sql/load-statements';
import { migrate } from '../storage/migrate';
import { type CountedSource, countedSource } from '../testing/counted-source';
import { type KeptReceipts, recordReceipt } from './branch-state';
import { loadEarlyReceipts } from './load-branch';

const NIGHT = Date.parse('2026-06-19T22:00:00Z');

let folder: string;
let database: Database.Database;
let source: CountedSource;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-receipts-'));
  const file = path.join(folder, 'heatlamp.db');
  await migrate(file);
  database = new Database(file);
  database.pragma('synchronous = OFF');
  database.exec(
    `INSERT INTO "Subscription" ("id", "secretEncoding", "signatureEncoding", "algorithm", "createdAt") VALUES ('heatlamp', 'base64', 'base64', 'sha256', 0)`,
  );
  source = countedSource(database);
});
beforeEach(() => void database.exec('DELETE FROM "Delivery"'));
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

type Receipt = {
  receivedAt: number;
  at: number | null;
  outcome: string;
  branch: number | null;
  workplace: number | null;
};

function store(receipts: readonly Receipt[]): void {
  const insert = database.prepare(
    `INSERT INTO "Delivery" ("id", "receivedAt", "subscription", "pathEvent", "headers", "body", "bodySha256", "outcome", "branch", "at", "workplace")
     VALUES (?, ?, 'heatlamp', 'kitchenStartCourse', '{}', x'7b7d', '', ?, ?, ?, ?)`,
  );
  database.transaction(() => {
    for (const [id, { receivedAt, at, outcome, branch, workplace }] of receipts.entries())
      insert.run(String(id), receivedAt, outcome, branch, at, workplace);
  })();
}

const read = async (branch: number, before = Number.MAX_SAFE_INTEGER) => {
  const asked = JSON.stringify([[branch, before]]);
  const rows = await source.$queryRawUnsafe<{ minute: number; least: number }[]>(LEAST_BY_MINUTE, asked);
  return new Map(rows.map(({ minute, least }) => [minute, least]));
};

/** F23b: the receipts of the first minutes. */
async function readEarly(branch: number, leastByMinute: Map<number, number>): Promise<readonly EarlyReceipt[]> {
  const state = { row: { number: branch } as BranchRow, leastByMinute };
  return (await loadEarlyReceipts(source, [state], { now: () => Number.MAX_SAFE_INTEGER / 2 }))(branch);
}

const sorted = (receipts: readonly EarlyReceipt[]) => receipts.map((each) => JSON.stringify(each)).toSorted();

/** The receipts in the memory of a server that never stopped. */
function remembered(receipts: readonly Receipt[], branch: number): KeptReceipts {
  const kept: KeptReceipts = { leastByMinute: new Map(), earlyReceipts: [] };
  const inOrder = receipts.toSorted((a, b) => a.receivedAt - b.receivedAt);
  for (const { receivedAt, at, outcome, branch: of, workplace } of inOrder)
    if (outcome === 'applied' && of === branch && at !== null) recordReceipt(kept, { receivedAt, at, workplace });
  return kept;
}

// Bursts in a minute, minutes after each other, quiet nights; a POS whose clock is behind, and one that is ahead.
const gap = fc.oneof(
  fc.integer({ min: 0, max: 500 }),
  fc.integer({ min: 0, max: 3 * MINUTE_MS }),
  fc.constantFrom(1, MINUTE_MS - 1, MINUTE_MS, MINUTE_MS + 1, 9 * 3_600_000),
);
const receipt = fc.record({
  gap,
  // The clock of the server may have been days behind at the receipt of what is replayed.
  behind: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: -5_000, max: 7_200_000 }) },
    fc.constantFrom(-DAY_MS, -DAY_MS - 1, -7 * DAY_MS),
  ),
  outcome: fc.constantFrom('applied', 'applied', 'applied', 'repeat', 'unreadable'),
  branch: fc.constantFrom(1, 1, 1, 2, null),
  workplace: fc.constantFrom(1, 1, 2, null),
});

const receipts = fc.oneof(
  fc.array(receipt, { maxLength: 120, size: 'max' }),
  // All within a few minutes (F23b).
  fc.array(
    receipt.map((each) => ({ ...each, gap: each.gap % 5_000 })),
    { maxLength: 60, size: 'max' },
  ),
);

it('is the same after a restart', async () => {
  let longest = 0;
  let early = 0;
  await fc.assert(
    fc.asyncProperty(receipts, async (generated) => {
      database.exec('DELETE FROM "Delivery"');
      let now = NIGHT;
      const received = generated.map(({ gap: since, behind, outcome, branch, workplace }): Receipt => {
        now += since;
        return { receivedAt: now, at: outcome === 'unreadable' ? null : now - behind, outcome, branch, workplace };
      });
      store(received);
      for (const branch of [1, 2]) {
        const { leastByMinute, earlyReceipts } = remembered(received, branch);
        expect(await read(branch)).toEqual(leastByMinute);
        expect(sorted(await readEarly(branch, leastByMinute))).toEqual(sorted(earlyReceipts));
        if (earlyReceipts.length > 9) early += 1;
      }
      longest = Math.max(longest, (await read(1)).size);
    }),
    { numRuns: 150 },
  );
  expect(longest).toBe(30);
  expect(early).toBeGreaterThan(0);
  expect(await read(3)).toEqual(new Map());
});

it('reads only the deliveries of the relevant minutes', async () => {
  const minute = (index: number, each: number) =>
    Array.from({ length: each }, (_, second): Receipt => {
      const receivedAt = NIGHT + index * MINUTE_MS + second;
      return { receivedAt, at: receivedAt - 90_000, outcome: 'applied', branch: 1, workplace: 3 };
    });
  store(
    [
      ...Array.from({ length: 500 }, (_, index) => minute(index - 1000, 20)),
      ...Array.from({ length: 30 }, (_, index) => minute(index, 4)),
    ].flat(),
  );
  source.visited();
  expect(await read(1)).toEqual(new Map(Array.from({ length: 30 }, (_, index) => [NIGHT / MINUTE_MS + index, 90_000])));
  // Each of the thirty minutes' four, and one to find each minute.
  expect(source.visited()).toBe(30 * 4 + 30);
});
