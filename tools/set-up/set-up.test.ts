import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprint } from './fingerprint.mjs';
import { takeLock } from './lock.mjs';
import { unsupportedNodeMessage } from './node-version.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'heatlamp-set-up-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

test.each(['18.20.4', '20.18.9', '8.0.0'])('Node %s is refused with a one-line message', (version) => {
  expect(unsupportedNodeMessage(version)).toMatch(
    new RegExp(`^Heatlamp needs Node 20.19 .*Node ${version}.* Install .*$`),
  );
});

test.each(['20.19.0', '20.20.2', '22.0.0', '24.11.0'])('Node %s is accepted', (version) => {
  expect(unsupportedNodeMessage(version)).toBeNull();
});

test('a fingerprint depends on contents, names and facts, not on times', () => {
  const inputs = ['domain', 'server/config*', 'missing.js'];
  const print = (facts = '') => fingerprint(folder, inputs, facts);
  write('domain/ticket.ts', 'one');
  write('server/config.ts', 'port');
  const first = print();

  utimesSync(path.join(folder, 'domain/ticket.ts'), 1, 1);
  expect(print()).toBe(first);
  expect(print('arm64')).not.toBe(first);

  const seen = new Set([first]);
  const changes: [string, string][] = [
    ['domain/ticket.ts', 'two'],
    ['domain/deep/fold.ts', 'x'],
    ['server/config/environment.ts', 'x'],
    ['missing.js', ''],
  ];
  for (const [file, text] of changes) {
    write(file, text);
    seen.add(print());
  }
  expect(seen.size).toBe(1 + changes.length);
});

test('a fingerprint does not depend on tests, documents and other folders', () => {
  const inputs = ['domain', 'server/config*'];
  write('domain/ticket.ts', 'one');
  const first = fingerprint(folder, inputs, '');
  for (const file of ['domain/ticket.test.ts', 'domain/SPEC.md', 'server/board/queue.ts']) write(file, 'x');
  expect(fingerprint(folder, inputs, '')).toBe(first);
});

test('a second set-up waits, reports it once, and continues after the first', async () => {
  const lock = path.join(folder, 'build', 'set-up.lock');
  const messages: string[] = [];
  const release = await takeLock(lock, () => messages.push('first waits'));
  let isSecondHolder = false;
  const second = takeLock(lock, () => messages.push('second waits')).then((done) => {
    isSecondHolder = true;
    return done;
  });

  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(isSecondHolder).toBe(false);
  release();
  (await second)();

  expect(messages).toEqual(['second waits']);
  expect(existsSync(lock)).toBe(false);
});

test('three set-ups take over the lock of a killed one, one at a time', async () => {
  const lock = path.join(folder, 'set-up.lock');
  writeFileSync(lock, 'killed');
  let inside = 0;
  let maxInside = 0;
  const enter = async () => {
    const release = await takeLock(lock, () => {});
    maxInside = Math.max(maxInside, ++inside);
    await new Promise((resolve) => setTimeout(resolve, 300));
    inside -= 1;
    release();
  };

  await Promise.all([enter(), enter(), enter()]);
  expect(maxInside).toBe(1);
});
