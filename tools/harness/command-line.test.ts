import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const MODULE = pathToFileURL(path.join(import.meta.dirname, 'command-line.ts')).href;
/** Prints each signal, and goes on until its standard input ends. Its clock stands still, however late a signal arrives. */
const PROGRAM = `
  import { stopCondition } from '${MODULE}';
  const now = performance.now();
  performance.now = () => now;
  const isOver = stopCondition();
  process.on('SIGINT', () => console.log(isOver() ? 'stopping' : 'running'));
  console.log('ready');
  for await (const _ of process.stdin);
  console.log('ended in order');`;

it('stops a rig in order at a Ctrl-C that arrives twice', async () => {
  const options = ['--import', 'tsx', '--input-type=module', '--eval', PROGRAM];
  const child: ChildProcess = spawn(process.execPath, options, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const printed: string[] = [];
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    printed.push(line);
    if (printed.length < 3) child.kill('SIGINT');
    else child.stdin?.end();
  }
  expect(printed).toEqual(['ready', 'stopping', 'stopping', 'ended in order']);
  expect(await ended).toEqual([0, null]);
});
