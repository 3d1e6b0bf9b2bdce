import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { idsOf, openSpoolFolder, type SpoolFolder, spoolEntries, spoolLine } from '../testing/spool-folder';
import type { SpoolEntry } from './spool-line';

let own: SpoolFolder;
beforeEach(() => {
  own = openSpoolFolder();
});
afterEach(() => own.close());

it('writes no waiting line into the middle of a file that replaced its own', () => {
  const kept = spoolEntries(4);
  own.spool.append(kept.slice(0, 3));
  const { deliveries, done } = own.spool.next(1);
  rmSync(own.file);
  const [other] = spoolEntries(1);
  const torn = spoolLine(other as SpoolEntry);
  writeFileSync(own.file, `${torn}\n${torn.slice(0, 40)}`);
  own.spool.append(kept.slice(3));
  done([]);
  const drained = own.drain(10);
  expect([...idsOf(deliveries), ...drained.ids].toSorted()).toEqual(
    // The first is drained twice, because the other file has it again.
    idsOf([kept[0], ...kept, other].flatMap((one) => one?.delivery ?? [])).toSorted(),
  );
  expect(drained.damaged).toBe(1);
});

it('keeps waiting lines if it is stopped after its file was deleted', () => {
  const kept = spoolEntries(2);
  own.spool.append(kept);
  rmSync(own.file);
  own.reopen();
  expect(own.drain(10).ids).toEqual(idsOf(kept.map(({ delivery }) => delivery)));
});

it('sets lines aside although its folder was deleted', () => {
  const kept = spoolEntries(2);
  own.spool.append(kept);
  const { done } = own.spool.next(10);
  rmSync(own.folder, { recursive: true });
  done(idsOf(kept.slice(0, 1).map(({ delivery }) => delivery)));
  expect(readFileSync(path.join(own.folder, 'set-aside.jsonl'), 'utf8').match(/\n/g)).toHaveLength(1);
  expect(own.spool.size()).toBe(0);
});

it.each([
  ['its file', () => rmSync(own.file)],
  ['its folder', () => rmSync(own.folder, { recursive: true })],
])('writes all waiting lines to the disk again after %s was deleted', (_, remove) => {
  const kept = spoolEntries(5);
  own.spool.append(kept.slice(0, 4));
  const { done } = own.spool.next(1);
  done([]);
  remove();
  own.spool.append(kept.slice(4));
  expect(own.spool.size()).toBe(readFileSync(own.file).length);
  expect(own.spool.count()).toBe(4);
  own.reopen();
  expect(own.drain(10)).toEqual({ ids: idsOf(kept.slice(1).map(({ delivery }) => delivery)), damaged: 0 });
});

it('removes nothing from a file that replaced the one that it read, even with the same inode number', () => {
  const ours = spoolEntries(3);
  own.spool.append(ours.slice(0, 1));
  const read = own.spool.next(10);
  rmSync(own.file);
  own.spool.append(ours.slice(1, 2));
  const theirs = spoolEntries(4);
  rmSync(own.file);
  writeFileSync(own.file, `${theirs.map(spoolLine).join('\n')}\n`);
  own.spool.append(ours.slice(2));
  read.done([]);
  const { ids, damaged } = own.drain(10);
  expect(ids).toEqual(expect.arrayContaining(idsOf([...theirs, ...ours].map(({ delivery }) => delivery))));
  expect([damaged, own.spool.count()]).toEqual([0, 0]);
});
