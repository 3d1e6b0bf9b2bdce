import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isNewEnough, OLDEST_NODE, tooOldMessage } from './node-version.mjs';
import { projectRoot } from './project-root.mjs';
import { fingerprint, takeLock } from './set-up.mjs';
import { steps } from './steps.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'heatlamp-set-up-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

test('the Node-API decides whether a Node is new enough', () => {
  expect(isNewEnough('9')).toBe(false);
  expect(isNewEnough('10')).toBe(true);
  expect(isNewEnough()).toBe(true);
});

test('the message for a Node that is too old names the oldest one of package.json', () => {
  const { engines } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8'));
  expect(engines).toEqual({ node: `>=${OLDEST_NODE}` });
  expect(tooOldMessage('20.20.2')).toMatch(/^Heatlamp needs Node 22\.14 or newer .* this is Node 20\.20\.2\. Install/);
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

test('the pages are built again when a loader of their build changes', () => {
  const config = readFileSync(path.join(projectRoot, 'next.config.js'), 'utf8');
  const loaders = [...config.matchAll(/'\.\/(tools\/[^']+)'/g)].map(([, file]) => file);
  expect(loaders.length).toBeGreaterThan(1);
  expect(steps.pages.inputs).toEqual(expect.arrayContaining(loaders));
});

test('the pages are built again when what makes them run in older browsers changes', () => {
  const files = ['package.json', 'postcss.config.mjs', 'instrumentation-client.ts'];
  for (const file of files) expect(existsSync(path.join(projectRoot, file))).toBe(true);
  expect(JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8'))).toHaveProperty('browserslist');
  expect(steps.pages.inputs).toEqual(expect.arrayContaining(files));
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
