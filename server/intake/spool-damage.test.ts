import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  idsOf,
  openSpoolFolder,
  type SpoolFolder,
  spoolEntries,
  spoolEntry,
  spoolLine,
  TO_START,
} from '../testing/spool-folder';
import { END } from './spool-file';
import type { SpoolEntry } from './spool-line';

let own: SpoolFolder;
beforeEach(() => {
  own = openSpoolFolder();
});
afterEach(() => own.close());

it('sets a torn last line aside and appends after it', () => {
  const [first, second] = spoolEntries(2) as [SpoolEntry, SpoolEntry];
  own.spool.append([first]);
  const line = readFileSync(own.file, 'utf8');
  appendFileSync(own.file, line.slice(0, 200));
  own.reopen();
  own.spool.append([second]);
  expect(own.drain(10)).toEqual({ ids: [first.delivery.id, second.delivery.id], damaged: 1 });
  expect(readFileSync(path.join(own.folder, 'set-aside.jsonl'), 'utf8')).toBe(`${line.slice(0, 200)}\n`);
});

it('sets aside lines that cannot be parsed, or that the database rejects', () => {
  const [first, refused, last] = spoolEntries(3) as [SpoolEntry, SpoolEntry, SpoolEntry];
  own.spool.append([first]);
  appendFileSync(own.file, `nonsense\n{"id":1}\n\n${'\0'.repeat(40)}\n`);
  own.reopen();
  own.spool.append([refused, last]);
  const chunk = own.spool.next(10);
  expect([idsOf(chunk.deliveries).length, chunk.damaged]).toEqual([3, 4]);
  chunk.done([refused.delivery.id]);
  expect(own.spool.size()).toBe(0);
  const aside = readFileSync(path.join(own.folder, 'set-aside.jsonl'), 'utf8').split('\n');
  expect(aside.slice(0, 2)).toEqual(['nonsense', '{"id":1}']);
  expect(JSON.parse(aside[4] ?? '')).toMatchObject({ id: refused.delivery.id });
});

/** No file longer than 8 KB. */
const LITTLE_ROOM = 'ulimit -f 16;';

/**
 * Runs `steps` in a process of their own that has the spool open, and returns its message; undefined if it is killed
 * before that. Closes the spool here, and opens it again.
 */
async function inProcess(steps: string, limit = ''): Promise<unknown> {
  own.spool.close();
  const program = `
    import fs, { rmSync, statSync, writeFileSync } from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    import { openSpool } from ${JSON.stringify(new URL('./spool.ts', import.meta.url).href)};
    import { translate } from ${JSON.stringify(new URL('../webhooks/translate.ts', import.meta.url).href)};
    const file = ${JSON.stringify(own.file)};
    const aside = ${JSON.stringify(path.join(own.folder, 'set-aside.jsonl'))};
    const spool = openSpool(${JSON.stringify(own.folder)}, translate);
    const one = (id, bytes) => ({ delivery: { id, receivedAt: 1, subscription: 's', headers: {}, bodySha256: 'x',
      body: Buffer.alloc(bytes, 65) }, addressed: ${JSON.stringify(TO_START)} });
    const tried = (work) => {
      try {
        work();
        return 'done';
      } catch (error) {
        return error.code;
      }
    };
    ${steps}
    process.disconnect();`;
  const args = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', program];
  const child = spawn('sh', ['-c', `${limit} exec "$0" "$@"`, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let result: unknown;
  child.once('message', (message) => {
    result = message;
  });
  await once(child, 'close');
  own.crash();
  return result;
}

it('removes an append that does not fit on the disk', async () => {
  const result = await inProcess(
    `spool.append([one('first', 100)]);
    const failed = tried(() => spool.append([one('lost', 20000), one('lost too', 20000)]));
    spool.append([one('last', 100)]);
    process.send({ failed, size: spool.size() });`,
    LITTLE_ROOM,
  );
  expect(result).toEqual({ failed: 'EFBIG', size: readFileSync(own.file).length });
  expect(own.drain(10)).toEqual({ ids: ['first', 'last'], damaged: 0 });
});

it('removes waiting lines from a new file that cannot store all of them', async () => {
  const result = await inProcess(
    `spool.append([one('first', 1500), one('second', 1500)]);
    rmSync(file);
    writeFileSync(file, ' '.repeat(4095) + '\\n');
    const append = () => spool.append([one('lost', 100)]);
    const failed = [tried(append), tried(append)];
    const { size } = statSync(file);
    rmSync(file);
    spool.append([one('last', 100)]);
    process.send({ failed, size });`,
    LITTLE_ROOM,
  );
  expect(result).toEqual({ failed: ['EFBIG', 'EFBIG'], size: 4_096 });
  expect(own.drain(10)).toEqual({ ids: ['first', 'second', 'last'], damaged: 0 });
});

it('sets aside all lines or none if there is no room', async () => {
  writeFileSync(own.file, `${'A'.repeat(3_000)}\n`.repeat(2));
  const result = await inProcess(
    `writeFileSync(aside, 'B'.repeat(4000) + '\\n');
    const { size } = statSync(aside);
    const drain = () => spool.next(10).done([]);
    const failed = [tried(drain), tried(drain)];
    process.send({ failed, left: statSync(aside).size - size, count: spool.count() });`,
    LITTLE_ROOM,
  );
  expect(result).toEqual({ failed: ['EFBIG', 'EFBIG'], left: 0, count: 2 });
});

it('does not append set-aside lines to half a line that a crash left', () => {
  const aside = path.join(own.folder, 'set-aside.jsonl');
  writeFileSync(own.file, 'nonsense\n');
  own.crash();
  writeFileSync(aside, 'before\nhalf of a li');
  expect(own.drain(10).damaged).toBe(1);
  expect(readFileSync(aside, 'utf8')).toBe('before\nhalf of a li\nnonsense\n');
});

it('sets no lines aside after a kill during a probe over drained lines', async () => {
  const result = await inProcess(
    `spool.append(Array.from({ length: 200 }, (_, index) => one('drained ' + index, 4000)));
    spool.next(500).done([]);
    fs.fdatasyncSync = () => process.kill(process.pid, 'SIGKILL');
    syncBuiltinESMExports();
    spool.probe();
    process.send('went on');`,
  );
  expect(result).toBeUndefined();
  expect(own.drain(1_000)).toEqual({ ids: [], damaged: 0 });
});

it('returns acknowledged lines after a crash tore lines written over drained ones', () => {
  own.spool.append(Array.from({ length: 30 }, () => spoolEntry(Buffer.alloc(4_000, 65))));
  own.drain(100);
  const kept = spoolEntries(3);
  own.spool.append(kept);
  const [torn] = spoolEntries(1);
  const line = spoolLine(torn as SpoolEntry);
  // Half a line in place of the end, and then the previous contents.
  const bytes = readFileSync(own.file);
  bytes.write(line.slice(0, line.length >> 1), own.spool.size());
  writeFileSync(own.file, bytes);
  own.crash();
  const { ids, damaged } = own.drain(100);
  expect(ids.slice(0, 3)).toEqual(idsOf(kept.map(({ delivery }) => delivery)));
  expect(damaged).toBe(1);
});

it('does not join the start of one delivery with the end of another after a crash', () => {
  // Of equal length, as most are, so that the torn line looks complete.
  const before = spoolEntries(2);
  const after = spoolEntries(2);
  const [old, fresh] = [before, after].map((some) => Buffer.from(`${some.map(spoolLine).join('\n')}\n`)) as [
    Buffer,
    Buffer,
  ];
  expect(fresh.length).toBe(old.length);
  const known = [...before, ...after].map(({ delivery }) => delivery);
  for (let torn = 0; torn <= fresh.length; torn += 1) {
    writeFileSync(own.file, Buffer.concat([fresh.subarray(0, torn), old.subarray(torn)]));
    own.crash();
    const { deliveries, done } = own.spool.next(10);
    for (const delivery of deliveries) expect(known, `torn at ${torn}`).toContainEqual(delivery);
    done([]);
    own.spool.close();
  }
});

it('loses one line only if a bit of the file turns into the end mark', () => {
  const kept = spoolEntries(5);
  own.spool.append(kept);
  const bytes = readFileSync(own.file);
  bytes[bytes.indexOf('\n') + 200] = END.charCodeAt(0);
  writeFileSync(own.file, bytes);
  own.crash();
  const ids = idsOf(kept.map(({ delivery }) => delivery));
  expect(own.drain(10)).toEqual({ ids: ids.toSpliced(1, 1), damaged: 1 });
});
