import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { transformSync } from 'esbuild';
import { afterEach, expect, it } from 'vitest';

const LOG = transformSync(readFileSync('server/log.ts', 'utf8'), { loader: 'ts' }).code;

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Runs code with the log in a process of its own; `log` is the open log. */
function runWithLog(code: string) {
  // Not by tsx: it may start a process that shares stderr, which makes it blocking again.
  const script = `${LOG}; const log = openLog('info'); ${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return { child, ended: once(child, 'exit'), output: text(child.stdout) };
}

const linesOf = (written: string) =>
  written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

it('never waits for a reader of the output, and ends although there is none', async () => {
  const { output, ended } = runWithLog(`
    for (let line = 0; line < 20_000; line += 1) log.warn({ body: 'x'.repeat(500) }, 'cause ' + (line % 190));
    setTimeout(async () => {
      process.stdout.write('not blocked');
      await log.close();
      process.exit(0);
    }, 10);
  `);
  expect(await output).toBe('not blocked');
  expect(await ended).toEqual([0, null]);
});

it('ends with an unexpected error although nobody reads the output', async () => {
  const { ended } = runWithLog(`
    for (let line = 0; line < 4_000; line += 1) log.warn({ body: 'x'.repeat(500) }, 'cause ' + (line % 190));
    setTimeout(() => {
      log.writeLast({}, 'the end');
      process.exit(1);
    }, 10);
  `);
  expect(await ended).toEqual([1, null]);
});

it('writes twenty lines of each cause, and counts the rest', async () => {
  const { child, ended } = runWithLog(`
    for (let line = 0; line < 1_000; line += 1) log.warn({ line }, 'often');
    log.warn({}, 'once');
    await log.close();
    process.exit(0);
  `);
  const written = linesOf(await text(child.stderr as NodeJS.ReadableStream));
  expect(await ended).toEqual([0, null]);
  expect(written.filter(({ msg }) => msg === 'often')).toHaveLength(20);
  expect(written.filter(({ msg }) => msg === 'once')).toHaveLength(1);
  expect(written.at(-1)).toMatchObject({ cause: 'often', lines: 980, msg: 'lines of the log were left out' });
});

it('writes the last line before the process ends', async () => {
  const { child } = runWithLog(`log.writeLast({ error: 'broken' }, 'the end'); process.exit(1);`);
  expect(linesOf(await text(child.stderr as NodeJS.ReadableStream))).toMatchObject([
    { error: 'broken', msg: 'the end' },
  ]);
});
