import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChild } from './child';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-child-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function program(name: string, text: string): string {
  const file = path.join(folder, `${name}.mjs`);
  writeFileSync(file, text);
  return file;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a child reports that it is ready, responds, and has ended after stop', async () => {
  const text = `process.on('message', (question) => process.send(question * 2)); process.send({ received: process.env.RECEIVED });`;
  const child = await startChild<{ received: string }>(program('echo', text), { RECEIVED: 'soup' });
  expect(child.ready).toEqual({ received: 'soup' });
  expect(await child.request(21, 5_000)).toBe(42);
  expect(isRunning(child.pid)).toBe(true);
  await child.stop();
  expect(isRunning(child.pid)).toBe(false);
});

test('a child that does not respond in time is killed, and the error names it', async () => {
  const child = await startChild(program('silent', `process.on('message', () => {}); process.send({});`));
  await expect(child.request('anything', 100)).rejects.toThrow('silent.mjs sent no message within 0.1 s');
  await child.stop();
  expect(isRunning(child.pid)).toBe(false);
});

test('a child that ends before it is ready fails at once', async () => {
  await expect(startChild(program('short', 'process.exit(3);'))).rejects.toThrow('short.mjs ended with 3');
});
