import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventBody } from '../testing/events';
import { ADDRESSED, deliveryOf } from '../testing/kitchen';
import { openSpool, type Spool, type SpoolEntry } from './spool';

let folder: string;
let file: string;
let spool: Spool;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-spool-'));
  file = path.join(folder, 'deliveries.jsonl');
  spool = await openSpool(folder);
});
afterEach(async () => {
  await spool.close();
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
async function lineOf(one: SpoolEntry): Promise<string> {
  const elsewhere = mkdtempSync(path.join(tmpdir(), 'heatlamp-spool-'));
  const another = await openSpool(elsewhere);
  await another.append([one]);
  await another.close();
  const line = readFileSync(path.join(elsewhere, 'deliveries.jsonl'), 'utf8').trimEnd();
  rmSync(elsewhere, { recursive: true });
  return line;
}

async function reopen(): Promise<void> {
  await spool.close();
  spool = await openSpool(folder);
}

/** Everything in the spool, taken off in chunks. */
async function drain(most: number): Promise<{ ids: string[]; damaged: number }> {
  const ids: string[] = [];
  let damaged = 0;
  while (spool.size() > 0) {
    const chunk = await spool.next(most);
    ids.push(...idsOf(chunk.deliveries));
    damaged += chunk.damaged;
    await chunk.done([]);
  }
  return { ids, damaged };
}

it('gives deliveries back in order, whole, and is empty after the last', async () => {
  const kept = entries(7);
  await spool.append(kept.slice(0, 3));
  await spool.append(kept.slice(3));
  expect(spool.size()).toBe(readFileSync(file).length);
  const { deliveries, damaged } = await spool.next(4);
  expect(damaged).toBe(0);
  expect(deliveries).toEqual(kept.slice(0, 4).map(({ delivery }) => delivery));
  expect((await drain(4)).ids).toEqual(idsOf(kept.map(({ delivery }) => delivery)));
  expect([spool.size(), readFileSync(file).length]).toEqual([0, 0]);
});

it('keeps every byte of a body, and reads its meaning again', async () => {
  const bytes = Buffer.from([0, 0xff, 0xfe, 10, 13, 0x22, 0x5c]);
  const kept = [entry(bytes), entry('{"half":"\\ud800 \u0000 é 漢 \u2028"}'), entry('')];
  await spool.append(kept);
  const { deliveries } = await spool.next(10);
  expect(deliveries).toEqual(kept.map(({ delivery }) => delivery));
  expect(deliveries[0]?.reading).toMatchObject({ kind: 'unreadable', code: 'INVALID_JSON' });
});

it('gives a chunk again that was not taken off, also after a restart', async () => {
  const kept = entries(5);
  await spool.append(kept);
  await spool.next(3);
  await reopen();
  const first = await spool.next(3);
  expect(idsOf(first.deliveries)).toEqual(idsOf(kept.slice(0, 3).map(({ delivery }) => delivery)));
  await first.done([]);
  expect((await drain(3)).ids).toHaveLength(2);
});

it('takes what is appended between two chunks after what was there', async () => {
  const [first, second, third] = entries(3) as [SpoolEntry, SpoolEntry, SpoolEntry];
  await spool.append([first, second]);
  await (await spool.next(1)).done([]);
  await spool.append([third]);
  expect((await drain(10)).ids).toEqual([second.delivery.id, third.delivery.id]);
});

it('sets a torn last line aside and appends after it', async () => {
  const [first, second] = entries(2) as [SpoolEntry, SpoolEntry];
  await spool.append([first]);
  const line = readFileSync(file, 'utf8');
  appendFileSync(file, line.slice(0, 200));
  await reopen();
  await spool.append([second]);
  expect(await drain(10)).toEqual({ ids: [first.delivery.id, second.delivery.id], damaged: 1 });
  expect(readFileSync(path.join(folder, 'set-aside.jsonl'), 'utf8')).toBe(`${line.slice(0, 200)}\n`);
});

it('sets lines aside that are nothing, or that the database refuses', async () => {
  const [first, refused, last] = entries(3) as [SpoolEntry, SpoolEntry, SpoolEntry];
  await spool.append([first]);
  appendFileSync(file, `nonsense\n{"id":1}\n\n${'\0'.repeat(40)}\n`);
  await reopen();
  await spool.append([refused, last]);
  const chunk = await spool.next(10);
  expect([idsOf(chunk.deliveries).length, chunk.damaged]).toEqual([3, 4]);
  await chunk.done([refused.delivery.id]);
  expect(spool.size()).toBe(0);
  const aside = readFileSync(path.join(folder, 'set-aside.jsonl'), 'utf8').split('\n');
  expect(aside.slice(0, 2)).toEqual(['nonsense', '{"id":1}']);
  expect(JSON.parse(aside[4] ?? '')).toMatchObject({ id: refused.delivery.id });
});

it('counts the deliveries that wait, also of a file that was there before', async () => {
  await spool.append(entries(5));
  await (await spool.next(2)).done([]);
  expect(spool.count()).toBe(3);
  await reopen();
  expect(spool.count()).toBe(5);
  await drain(2);
  expect(spool.count()).toBe(0);
});

it('is tried without leaving anything, and what a crash leaves of a try is nobody’s', async () => {
  const kept = entries(2);
  await spool.append(kept.slice(0, 1));
  await spool.probe();
  expect(readFileSync(file).length).toBe(spool.size());
  appendFileSync(file, ' '.repeat(3_000));
  await reopen();
  await spool.append(kept.slice(1));
  expect(await drain(10)).toEqual({ ids: idsOf(kept.map(({ delivery }) => delivery)), damaged: 0 });
  await spool.close();
  await expect(spool.probe()).rejects.toThrow();
  spool = await openSpool(folder);
});

/** Runs `steps` in a process whose files may not be longer than 8 KB, and gives what it tells. Closes the spool. */
async function withLittleRoom(steps: string): Promise<unknown> {
  await spool.close();
  const program = `
    import { rmSync, statSync, writeFileSync } from 'node:fs';
    import { openSpool } from ${JSON.stringify(new URL('./spool.ts', import.meta.url).href)};
    const file = ${JSON.stringify(file)};
    const spool = await openSpool(${JSON.stringify(folder)});
    const one = (id, bytes) => ({ delivery: { id, receivedAt: 1, subscription: 's', headers: {}, bodySha256: 'x',
      body: Buffer.alloc(bytes, 65) }, addressed: ${JSON.stringify({ ...ADDRESSED, pathEvent: event })} });
    const tried = (entries) => spool.append(entries).then(() => 'stored', (error) => error.code);
    ${steps}
    process.disconnect();`;
  const shell = 'ulimit -f 16; exec "$0" "$@"';
  const child = spawn('sh', ['-c', shell, process.execPath, '--import', 'tsx', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [[told]] = await Promise.all([once(child, 'message'), once(child, 'exit')]);
  spool = await openSpool(folder);
  return told;
}

it('leaves nothing of an append for which there is no room', async () => {
  const told = await withLittleRoom(`
    await spool.append([one('first', 100)]);
    const failed = await tried([one('lost', 20000), one('lost too', 20000)]);
    await spool.append([one('last', 100)]);
    process.send({ failed, size: spool.size() });`);
  expect(told).toEqual({ failed: 'EFBIG', size: readFileSync(file).length });
  expect(await drain(10)).toEqual({ ids: ['first', 'last'], damaged: 0 });
});

it('leaves nothing of what waits in a file that has no room for all of it', async () => {
  const told = await withLittleRoom(`
    await spool.append([one('first', 1500), one('second', 1500)]);
    rmSync(file);
    writeFileSync(file, ' '.repeat(4095) + '\\n');
    const failed = [await tried([one('lost', 100)]), await tried([one('lost', 100)])];
    const { size } = statSync(file);
    rmSync(file);
    await spool.append([one('last', 100)]);
    process.send({ failed, size });`);
  expect(told).toEqual({ failed: ['EFBIG', 'EFBIG'], size: 4_096 });
  expect(await drain(10)).toEqual({ ids: ['first', 'second', 'last'], damaged: 0 });
});

it('reads lines that are longer than what it reads at once', async () => {
  writeFileSync(file, '');
  await reopen();
  const large = Array.from({ length: 24 }, (_, index) => entry(Buffer.alloc(256 * 1024, 65 + index)));
  await spool.append(large);
  expect(spool.size()).toBeGreaterThan(8 * 1024 * 1024);
  expect((await drain(256)).ids).toEqual(idsOf(large.map(({ delivery }) => delivery)));
});

it('puts nothing that waits into the middle of a file that stands in its place', async () => {
  const kept = entries(4);
  await spool.append(kept.slice(0, 3));
  const { deliveries, done } = await spool.next(1);
  rmSync(file);
  const [other] = entries(1);
  const torn = await lineOf(other as SpoolEntry);
  writeFileSync(file, `${torn}\n${torn.slice(0, 40)}`);
  await spool.append(kept.slice(3));
  await done([]);
  const drained = await drain(10);
  expect([...idsOf(deliveries), ...drained.ids].toSorted()).toEqual(
    // The first is drained twice: it was not known yet that the other file has it again.
    idsOf([kept[0], ...kept, other].flatMap((one) => one?.delivery ?? [])).toSorted(),
  );
  expect(drained.damaged).toBe(1);
});

it('keeps what waits when it is stopped after somebody deleted its file', async () => {
  const kept = entries(2);
  await spool.append(kept);
  rmSync(file);
  await reopen();
  expect((await drain(10)).ids).toEqual(idsOf(kept.map(({ delivery }) => delivery)));
});

it('sets aside although somebody deleted its folder', async () => {
  const kept = entries(2);
  await spool.append(kept);
  const { done } = await spool.next(10);
  rmSync(folder, { recursive: true });
  await done(idsOf(kept.slice(0, 1).map(({ delivery }) => delivery)));
  expect(readFileSync(path.join(folder, 'set-aside.jsonl'), 'utf8').match(/\n/g)).toHaveLength(1);
  expect(spool.size()).toBe(0);
});

it('keeps what is appended while it finds out whether it could be', async () => {
  const kept = entries(6);
  await Promise.all(kept.flatMap((one) => [spool.probe(), spool.append([one])]));
  await reopen();
  expect(await drain(10)).toEqual({ ids: idsOf(kept.map(({ delivery }) => delivery)), damaged: 0 });
});

it.each([
  ['its file', () => rmSync(file)],
  ['its folder', () => rmSync(folder, { recursive: true })],
])('has everything that waits on the disk again after somebody deleted %s', async (_, remove) => {
  const kept = entries(5);
  await spool.append(kept.slice(0, 4));
  const { done } = await spool.next(1);
  await done([]);
  remove();
  await spool.append(kept.slice(4));
  expect(spool.size()).toBe(readFileSync(file).length);
  expect(spool.count()).toBe(4);
  await reopen();
  expect(await drain(10)).toEqual({ ids: idsOf(kept.slice(1).map(({ delivery }) => delivery)), damaged: 0 });
});
