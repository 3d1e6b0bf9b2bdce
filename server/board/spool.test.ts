import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { between, createRandom } from '../../tools/pos-simulator/random';
import { eventBody } from '../testing/events';
import { ADDRESSED, deliveryOf } from '../testing/kitchen';
import { openSpool, type Spool } from './spool';
import { END } from './spool-file';
import type { SpoolEntry } from './spool-line';

let folder: string;
let file: string;
let spool: Spool;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-spool-'));
  file = path.join(folder, 'deliveries.jsonl');
  spool = openSpool(folder);
});
afterEach(() => {
  spool.close();
  rmSync(folder, { recursive: true });
});

const event = 'kitchenStartCourse';
let at = Date.parse('2026-06-19T18:00:00Z');

function entry(body?: string | Uint8Array): SpoolEntry {
  at += 1_000;
  return { delivery: deliveryOf(event, body ?? eventBody({ at }), at), addressed: { ...ADDRESSED, pathEvent: event } };
}

const entries = (count: number) => Array.from({ length: count }, () => entry());
const idsOf = (all: readonly { id: string }[]) => all.map(({ id }) => id);

/** A delivery as it stands in a spool's file. */
function lineOf(one: SpoolEntry): string {
  const elsewhere = mkdtempSync(path.join(tmpdir(), 'heatlamp-spool-'));
  const another = openSpool(elsewhere);
  another.append([one]);
  another.close();
  const line = readFileSync(path.join(elsewhere, 'deliveries.jsonl'), 'utf8').trimEnd();
  rmSync(elsewhere, { recursive: true });
  return line;
}

function reopen(): void {
  spool.close();
  spool = openSpool(folder);
}

/** Everything in the spool, taken off in chunks. */
function drain(most: number): { ids: string[]; damaged: number } {
  const ids: string[] = [];
  let damaged = 0;
  while (spool.size() > 0) {
    const chunk = spool.next(most);
    ids.push(...idsOf(chunk.deliveries));
    damaged += chunk.damaged;
    chunk.done([]);
  }
  return { ids, damaged };
}

it('gives deliveries back in order, whole, and is empty after the last', () => {
  const kept = entries(7);
  spool.append(kept.slice(0, 3));
  spool.append(kept.slice(3));
  expect(spool.size()).toBe(readFileSync(file).length);
  const { deliveries, damaged } = spool.next(4);
  expect(damaged).toBe(0);
  expect(deliveries).toEqual(kept.slice(0, 4).map(({ delivery }) => delivery));
  expect(drain(4).ids).toEqual(idsOf(kept.map(({ delivery }) => delivery)));
  expect([spool.size(), readFileSync(file).length]).toEqual([0, 0]);
});

it('keeps every byte of a body, and reads its meaning again', () => {
  const bytes = Buffer.from([0, 0xff, 0xfe, 10, 13, 0x22, 0x5c]);
  const kept = [entry(bytes), entry('{"half":"\\ud800 \u0000 é 漢 \u2028"}'), entry('')];
  spool.append(kept);
  const { deliveries } = spool.next(10);
  expect(deliveries).toEqual(kept.map(({ delivery }) => delivery));
  expect(deliveries[0]?.reading).toMatchObject({ kind: 'unreadable', code: 'INVALID_JSON' });
});

it('gives a chunk again that was not taken off, also after a restart', () => {
  const kept = entries(5);
  spool.append(kept);
  spool.next(3);
  reopen();
  const first = spool.next(3);
  expect(idsOf(first.deliveries)).toEqual(idsOf(kept.slice(0, 3).map(({ delivery }) => delivery)));
  first.done([]);
  expect(drain(3).ids).toHaveLength(2);
});

it('takes what is appended between two chunks after what was there', () => {
  const [first, second, third] = entries(3) as [SpoolEntry, SpoolEntry, SpoolEntry];
  spool.append([first, second]);
  spool.next(1).done([]);
  spool.append([third]);
  expect(drain(10).ids).toEqual([second.delivery.id, third.delivery.id]);
});

it('sets a torn last line aside and appends after it', () => {
  const [first, second] = entries(2) as [SpoolEntry, SpoolEntry];
  spool.append([first]);
  const line = readFileSync(file, 'utf8');
  appendFileSync(file, line.slice(0, 200));
  reopen();
  spool.append([second]);
  expect(drain(10)).toEqual({ ids: [first.delivery.id, second.delivery.id], damaged: 1 });
  expect(readFileSync(path.join(folder, 'set-aside.jsonl'), 'utf8')).toBe(`${line.slice(0, 200)}\n`);
});

it('sets lines aside that are nothing, or that the database refuses', () => {
  const [first, refused, last] = entries(3) as [SpoolEntry, SpoolEntry, SpoolEntry];
  spool.append([first]);
  appendFileSync(file, `nonsense\n{"id":1}\n\n${'\0'.repeat(40)}\n`);
  reopen();
  spool.append([refused, last]);
  const chunk = spool.next(10);
  expect([idsOf(chunk.deliveries).length, chunk.damaged]).toEqual([3, 4]);
  chunk.done([refused.delivery.id]);
  expect(spool.size()).toBe(0);
  const aside = readFileSync(path.join(folder, 'set-aside.jsonl'), 'utf8').split('\n');
  expect(aside.slice(0, 2)).toEqual(['nonsense', '{"id":1}']);
  expect(JSON.parse(aside[4] ?? '')).toMatchObject({ id: refused.delivery.id });
});

it('counts the deliveries that wait, also of a file that was there before', () => {
  spool.append(entries(5));
  spool.next(2).done([]);
  expect(spool.count()).toBe(3);
  reopen();
  expect(spool.count()).toBe(5);
  drain(2);
  expect(spool.count()).toBe(0);
});

it('is tried without leaving anything, and what a crash leaves of a try is nobody’s', () => {
  const kept = entries(2);
  spool.append(kept.slice(0, 1));
  spool.probe();
  expect(readFileSync(file).length).toBe(spool.size());
  appendFileSync(file, ' '.repeat(3_000));
  reopen();
  spool.append(kept.slice(1));
  expect(drain(10)).toEqual({ ids: idsOf(kept.map(({ delivery }) => delivery)), damaged: 0 });
  spool.close();
  expect(() => spool.probe()).toThrow();
  spool = openSpool(folder);
});

/** Runs `steps` in a process whose files may not be longer than 8 KB, and gives what it tells. Closes the spool. */
async function withLittleRoom(steps: string): Promise<unknown> {
  spool.close();
  const program = `
    import { rmSync, statSync, writeFileSync } from 'node:fs';
    import { openSpool } from ${JSON.stringify(new URL('./spool.ts', import.meta.url).href)};
    const file = ${JSON.stringify(file)};
    const spool = openSpool(${JSON.stringify(folder)});
    const one = (id, bytes) => ({ delivery: { id, receivedAt: 1, subscription: 's', headers: {}, bodySha256: 'x',
      body: Buffer.alloc(bytes, 65) }, addressed: ${JSON.stringify({ ...ADDRESSED, pathEvent: event })} });
    const tried = (entries) => {
      try {
        spool.append(entries);
        return 'stored';
      } catch (error) {
        return error.code;
      }
    };
    ${steps}
    process.disconnect();`;
  const shell = 'ulimit -f 16; exec "$0" "$@"';
  const child = spawn('sh', ['-c', shell, process.execPath, '--import', 'tsx', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [[told]] = await Promise.all([once(child, 'message'), once(child, 'exit')]);
  spool = openSpool(folder);
  return told;
}

it('leaves nothing of an append for which there is no room', async () => {
  const told = await withLittleRoom(`
    spool.append([one('first', 100)]);
    const failed = tried([one('lost', 20000), one('lost too', 20000)]);
    spool.append([one('last', 100)]);
    process.send({ failed, size: spool.size() });`);
  expect(told).toEqual({ failed: 'EFBIG', size: readFileSync(file).length });
  expect(drain(10)).toEqual({ ids: ['first', 'last'], damaged: 0 });
});

it('leaves nothing of what waits in a file that has no room for all of it', async () => {
  const told = await withLittleRoom(`
    spool.append([one('first', 1500), one('second', 1500)]);
    rmSync(file);
    writeFileSync(file, ' '.repeat(4095) + '\\n');
    const failed = [tried([one('lost', 100)]), tried([one('lost', 100)])];
    const { size } = statSync(file);
    rmSync(file);
    spool.append([one('last', 100)]);
    process.send({ failed, size });`);
  expect(told).toEqual({ failed: ['EFBIG', 'EFBIG'], size: 4_096 });
  expect(drain(10)).toEqual({ ids: ['first', 'second', 'last'], damaged: 0 });
});

it('reads lines that are longer than what it reads at once', () => {
  writeFileSync(file, '');
  reopen();
  const large = Array.from({ length: 24 }, (_, index) => entry(Buffer.alloc(256 * 1024, 65 + index)));
  spool.append(large);
  expect(spool.size()).toBeGreaterThan(8 * 1024 * 1024);
  expect(drain(256).ids).toEqual(idsOf(large.map(({ delivery }) => delivery)));
});

it('puts nothing that waits into the middle of a file that stands in its place', () => {
  const kept = entries(4);
  spool.append(kept.slice(0, 3));
  const { deliveries, done } = spool.next(1);
  rmSync(file);
  const [other] = entries(1);
  const torn = lineOf(other as SpoolEntry);
  writeFileSync(file, `${torn}\n${torn.slice(0, 40)}`);
  spool.append(kept.slice(3));
  done([]);
  const drained = drain(10);
  expect([...idsOf(deliveries), ...drained.ids].toSorted()).toEqual(
    // The first is drained twice: it was not known yet that the other file has it again.
    idsOf([kept[0], ...kept, other].flatMap((one) => one?.delivery ?? [])).toSorted(),
  );
  expect(drained.damaged).toBe(1);
});

it('keeps what waits when it is stopped after somebody deleted its file', () => {
  const kept = entries(2);
  spool.append(kept);
  rmSync(file);
  reopen();
  expect(drain(10).ids).toEqual(idsOf(kept.map(({ delivery }) => delivery)));
});

it('sets aside although somebody deleted its folder', () => {
  const kept = entries(2);
  spool.append(kept);
  const { done } = spool.next(10);
  rmSync(folder, { recursive: true });
  done(idsOf(kept.slice(0, 1).map(({ delivery }) => delivery)));
  expect(readFileSync(path.join(folder, 'set-aside.jsonl'), 'utf8').match(/\n/g)).toHaveLength(1);
  expect(spool.size()).toBe(0);
});

it('keeps what is appended between two tries', () => {
  const kept = entries(6);
  for (const one of kept) {
    spool.probe();
    spool.append([one]);
  }
  reopen();
  expect(drain(10)).toEqual({ ids: idsOf(kept.map(({ delivery }) => delivery)), damaged: 0 });
});

it.each([
  ['its file', () => rmSync(file)],
  ['its folder', () => rmSync(folder, { recursive: true })],
])('has everything that waits on the disk again after somebody deleted %s', (_, remove) => {
  const kept = entries(5);
  spool.append(kept.slice(0, 4));
  const { done } = spool.next(1);
  done([]);
  remove();
  spool.append(kept.slice(4));
  expect(spool.size()).toBe(readFileSync(file).length);
  expect(spool.count()).toBe(4);
  reopen();
  expect(drain(10)).toEqual({ ids: idsOf(kept.slice(1).map(({ delivery }) => delivery)), damaged: 0 });
});

const SEED = Number(process.env['HEATLAMP_SEED'] ?? 20_261_122);

it(`holds what waits whatever is done to it, in a file that is written over (seed ${SEED})`, () => {
  const random = createRandom(SEED);
  /** All that came since it was last empty: a crash forgets what of it was taken off. */
  let sinceEmpty: string[] = [];
  let waiting: string[] = [];
  let mostWaiting = 0;
  for (let step = 0; step < 400; step += 1) {
    const what = random();
    if (what < 0.45) {
      const some = Array.from({ length: between(random, 1, 40) }, () =>
        entry(Buffer.alloc(between(random, 0, 4_000), 65)),
      );
      spool.append(some);
      const ids = idsOf(some.map(({ delivery }) => delivery));
      sinceEmpty.push(...ids);
      waiting.push(...ids);
    } else if (what < 0.85 && waiting.length > 0) {
      const most = between(random, 1, 120);
      const { deliveries, damaged, done } = spool.next(most);
      expect([idsOf(deliveries), damaged]).toEqual([waiting.slice(0, most), 0]);
      if (random() < 0.8) {
        done([]);
        waiting = waiting.slice(most);
        if (waiting.length === 0) sinceEmpty = [];
      }
    } else if (what < 0.9) {
      spool.probe();
    } else {
      // Half of the times it is not closed, as by a crash.
      if (random() < 0.5) spool.close();
      spool = openSpool(folder);
      waiting = [...sinceEmpty];
    }
    expect(spool.count()).toBe(waiting.length);
    mostWaiting = Math.max(mostWaiting, spool.size());
  }
  expect(drain(50)).toEqual({ ids: waiting, damaged: 0 });
  expect(mostWaiting).toBeGreaterThan(64 * 1024);
});

it('gives back what was acknowledged when a crash tore what was written over what had been drained', () => {
  spool.append(Array.from({ length: 30 }, () => entry(Buffer.alloc(4_000, 65))));
  drain(100);
  const kept = entries(3);
  spool.append(kept);
  const [torn] = entries(1);
  const line = lineOf(torn as SpoolEntry);
  // Half of a line in the place of the end, and then what stood there before.
  const bytes = readFileSync(file);
  bytes.write(line.slice(0, line.length >> 1), spool.size());
  writeFileSync(file, bytes);
  spool = openSpool(folder);
  const { ids, damaged } = drain(100);
  expect(ids.slice(0, 3)).toEqual(idsOf(kept.map(({ delivery }) => delivery)));
  expect(damaged).toBe(1);
});

it('makes no delivery of two, of which a crash left the beginning of one and the end of the other', () => {
  // As long as each other, since most are: then what is torn looks whole.
  const before = entries(2);
  const after = entries(2);
  const [old, fresh] = [before, after].map((some) => Buffer.from(`${some.map(lineOf).join('\n')}\n`)) as [
    Buffer,
    Buffer,
  ];
  expect(fresh.length).toBe(old.length);
  const known = [...before, ...after].map(({ delivery }) => delivery);
  for (let torn = 0; torn <= fresh.length; torn += 1) {
    writeFileSync(file, Buffer.concat([fresh.subarray(0, torn), old.subarray(torn)]));
    spool = openSpool(folder);
    const { deliveries, done } = spool.next(10);
    for (const delivery of deliveries) expect(known, `torn at ${torn}`).toContainEqual(delivery);
    done([]);
    spool.close();
  }
});

it('loses one line, and no other, where a bit of the file turns into the mark of its end', () => {
  const kept = entries(5);
  spool.append(kept);
  const bytes = readFileSync(file);
  bytes[bytes.indexOf('\n') + 200] = END.charCodeAt(0);
  writeFileSync(file, bytes);
  spool = openSpool(folder);
  const ids = idsOf(kept.map(({ delivery }) => delivery));
  expect(drain(10)).toEqual({ ids: ids.toSpliced(1, 1), damaged: 1 });
});

it('takes nothing off a file that came in the place of the one that it read, whatever number the system gives it', () => {
  const ours = entries(3);
  spool.append(ours.slice(0, 1));
  const read = spool.next(10);
  rmSync(file);
  spool.append(ours.slice(1, 2));
  const theirs = entries(4);
  rmSync(file);
  writeFileSync(file, `${theirs.map(lineOf).join('\n')}\n`);
  spool.append(ours.slice(2));
  read.done([]);
  const { ids, damaged } = drain(10);
  expect(ids).toEqual(expect.arrayContaining(idsOf([...theirs, ...ours].map(({ delivery }) => delivery))));
  expect([damaged, spool.count()]).toEqual([0, 0]);
});

it('keeps what was drained for as long as a crowd lasts, and no longer', () => {
  vi.useFakeTimers();
  try {
    spool.append(Array.from({ length: 30 }, () => entry(Buffer.alloc(4_000, 65))));
    drain(100);
    vi.advanceTimersByTime(4_000);
    expect(readFileSync(file).length).toBeGreaterThan(64 * 1024);
    const [kept] = entries(1);
    spool.append([kept as SpoolEntry]);
    vi.advanceTimersByTime(60_000);
    expect(spool.next(1).deliveries).toEqual([kept?.delivery]);
    drain(1);
    vi.advanceTimersByTime(6_000);
    expect(readFileSync(file).length).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

it('reads what an older Heatlamp left in it', () => {
  const [kept] = entries(1);
  const { delivery, addressed } = kept as SpoolEntry;
  const { id, receivedAt, subscription, headers, bodySha256, body } = delivery;
  const line = { id, receivedAt, subscription, headers, bodySha256, addressed, body: body.toString('base64') };
  writeFileSync(file, `${JSON.stringify(line)}\n`);
  reopen();
  expect(spool.next(10)).toMatchObject({ deliveries: [delivery], damaged: 0 });
});
