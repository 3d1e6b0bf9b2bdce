import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { between, createRandom } from '../../tools/pos-simulator/random';
import { idsOf, openSpoolFolder, type SpoolFolder, spoolEntries, spoolEntry } from '../testing/spool-folder';
import type { SpoolEntry } from './spool-line';

let own: SpoolFolder;
beforeEach(() => {
  own = openSpoolFolder();
});
afterEach(() => own.close());

it('returns deliveries complete and in order, and is empty after the last', () => {
  const kept = spoolEntries(7);
  own.spool.append(kept.slice(0, 3));
  own.spool.append(kept.slice(3));
  expect(own.spool.size()).toBe(readFileSync(own.file).length);
  const { deliveries, damaged } = own.spool.next(4);
  expect(damaged).toBe(0);
  expect(deliveries).toEqual(kept.slice(0, 4).map(({ delivery }) => delivery));
  expect(own.drain(4).ids).toEqual(idsOf(kept.map(({ delivery }) => delivery)));
  expect([own.spool.size(), readFileSync(own.file).length]).toEqual([0, 0]);
});

it('keeps every byte of a body, and parses it again', () => {
  const bytes = Buffer.from([0, 0xff, 0xfe, 10, 13, 0x22, 0x5c]);
  const kept = [spoolEntry(bytes), spoolEntry('{"half":"\\ud800 \u0000 é 漢 \u2028"}'), spoolEntry('')];
  own.spool.append(kept);
  const { deliveries } = own.spool.next(10);
  expect(deliveries).toEqual(kept.map(({ delivery }) => delivery));
  expect(deliveries[0]?.reading).toMatchObject({ kind: 'unreadable', code: 'INVALID_JSON' });
});

it('returns a chunk again that was not removed, also after a restart', () => {
  const kept = spoolEntries(5);
  own.spool.append(kept);
  own.spool.next(3);
  own.reopen();
  const first = own.spool.next(3);
  expect(idsOf(first.deliveries)).toEqual(idsOf(kept.slice(0, 3).map(({ delivery }) => delivery)));
  first.done([]);
  expect(own.drain(3).ids).toHaveLength(2);
});

it('returns lines appended between two chunks after the earlier ones', () => {
  const [first, second, third] = spoolEntries(3) as [SpoolEntry, SpoolEntry, SpoolEntry];
  own.spool.append([first, second]);
  own.spool.next(1).done([]);
  own.spool.append([third]);
  expect(own.drain(10).ids).toEqual([second.delivery.id, third.delivery.id]);
});

it('counts the waiting deliveries, also of an existing file', () => {
  own.spool.append(spoolEntries(5));
  own.spool.next(2).done([]);
  expect(own.spool.count()).toBe(3);
  own.reopen();
  expect(own.spool.count()).toBe(5);
  own.drain(2);
  expect(own.spool.count()).toBe(0);
});

it('can be probed without leaving anything, and ignores what a crash leaves of a probe', () => {
  const kept = spoolEntries(2);
  own.spool.append(kept.slice(0, 1));
  own.spool.probe();
  expect(readFileSync(own.file).length).toBe(own.spool.size());
  appendFileSync(own.file, ' '.repeat(3_000));
  own.reopen();
  own.spool.append(kept.slice(1));
  expect(own.drain(10)).toEqual({ ids: idsOf(kept.map(({ delivery }) => delivery)), damaged: 0 });
  own.spool.close();
  expect(() => own.spool.probe()).toThrow();
  own.crash();
});

it('reads lines that are longer than its read buffer', () => {
  writeFileSync(own.file, '');
  own.reopen();
  const large = Array.from({ length: 24 }, (_, index) => spoolEntry(Buffer.alloc(256 * 1024, 65 + index)));
  own.spool.append(large);
  expect(own.spool.size()).toBeGreaterThan(8 * 1024 * 1024);
  expect(own.drain(256).ids).toEqual(idsOf(large.map(({ delivery }) => delivery)));
});

it('keeps lines appended between two probes', () => {
  const kept = spoolEntries(6);
  for (const one of kept) {
    own.spool.probe();
    own.spool.append([one]);
  }
  own.reopen();
  expect(own.drain(10)).toEqual({ ids: idsOf(kept.map(({ delivery }) => delivery)), damaged: 0 });
});

const SEED = Number(process.env['HEATLAMP_SEED'] ?? 20_261_122);

it(`keeps waiting lines through any operations in a file that is overwritten (seed ${SEED})`, () => {
  const random = createRandom(SEED);
  /** All lines since it was last empty: after a crash, removed ones may return. */
  let sinceEmpty: string[] = [];
  let waiting: string[] = [];
  let mostWaiting = 0;
  for (let step = 0; step < 400; step += 1) {
    const what = random();
    if (what < 0.45) {
      const some = Array.from({ length: between(random, 1, 40) }, () =>
        spoolEntry(Buffer.alloc(between(random, 0, 4_000), 65)),
      );
      own.spool.append(some);
      const ids = idsOf(some.map(({ delivery }) => delivery));
      sinceEmpty.push(...ids);
      waiting.push(...ids);
    } else if (what < 0.85 && waiting.length > 0) {
      const most = between(random, 1, 120);
      const { deliveries, damaged, done } = own.spool.next(most);
      expect([idsOf(deliveries), damaged]).toEqual([waiting.slice(0, most), 0]);
      if (random() < 0.8) {
        done([]);
        waiting = waiting.slice(most);
        if (waiting.length === 0) sinceEmpty = [];
      }
    } else if (what < 0.9) {
      own.spool.probe();
    } else {
      // Half of the times it is not closed, like after a crash.
      if (random() < 0.5) own.spool.close();
      own.crash();
      waiting = [...sinceEmpty];
    }
    expect(own.spool.count()).toBe(waiting.length);
    mostWaiting = Math.max(mostWaiting, own.spool.size());
  }
  expect(own.drain(50)).toEqual({ ids: waiting, damaged: 0 });
  expect(mostWaiting).toBeGreaterThan(64 * 1024);
});

it('keeps drained lines during a burst, and no longer', () => {
  vi.useFakeTimers();
  try {
    own.spool.append(Array.from({ length: 30 }, () => spoolEntry(Buffer.alloc(4_000, 65))));
    own.drain(100);
    vi.advanceTimersByTime(4_000);
    expect(readFileSync(own.file).length).toBeGreaterThan(64 * 1024);
    const [kept] = spoolEntries(1);
    own.spool.append([kept as SpoolEntry]);
    vi.advanceTimersByTime(60_000);
    expect(own.spool.next(1).deliveries).toEqual([kept?.delivery]);
    own.drain(1);
    vi.advanceTimersByTime(6_000);
    expect(readFileSync(own.file).length).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

it('reads lines of an older Heatlamp', () => {
  const [kept] = spoolEntries(1);
  const { delivery, addressed } = kept as SpoolEntry;
  const { id, receivedAt, subscription, headers, bodySha256, body } = delivery;
  const line = { id, receivedAt, subscription, headers, bodySha256, addressed, body: body.toString('base64') };
  writeFileSync(own.file, `${JSON.stringify(line)}\n`);
  own.reopen();
  expect(own.spool.next(10)).toMatchObject({ deliveries: [delivery], damaged: 0 });
});
