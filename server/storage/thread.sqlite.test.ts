import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-thread-'));
  new Database(path.join(folder, 'heatlamp.db')).close();
});
afterEach(() => rmSync(folder, { recursive: true }));

const source = (name: string) => new URL(name, import.meta.url).href;
const imported = (name: string, file: string) => `import { ${name} } from ${JSON.stringify(source(file))};`;

/** The output of a process that starts a thread, and then stops it while it loads SQLite. */
function outputOf(start: string, stop: string): Promise<string> {
  const program = path.join(folder, 'program.mjs');
  const code = `
    import { BroadcastChannel } from 'node:worker_threads';
    ${imported('startThreadsFrom', '../thread.ts')}
    ${imported('openReader', '../reader/reader.ts')}
    ${imported('createCopies', './copies.ts')}
    startThreadsFrom(${JSON.stringify(inject('builtServer'))});
    const file = ${JSON.stringify(path.join(folder, 'heatlamp.db'))};
    const place = { databaseFile: file, databaseUrl: null, replicaUrl: null };
    const channel = new BroadcastChannel('heatlamp-loading');
    const isLoading = new Promise((done) => (channel.onmessage = done));
    ${start}
    await isLoading;
    channel.close();
    ${stop}
    console.log('ended');`;
  writeFileSync(program, code);
  const preloads = ['tsx', source('../testing/slow-addons.mjs')].flatMap((preload) => ['--import', preload]);
  return text(spawn(process.execPath, [...preloads, program], { stdio: ['ignore', 'pipe', 'inherit'] }).stdout);
}

const START_READER = `
  const reader = openReader(place, { warn() {} });
  reader.read('checkpoint').catch(() => {});`;
const START_COPY = `
  const copies = createCopies();
  copies.run({ name: 'backup', from: file, to: file + '.copy' }).catch(() => {});`;

// A thread that is ended while it loads an addon aborts the whole process.
it.each([
  ['a reader that is closed', START_READER, 'await reader.close();'],
  ['a copy that is stopped', START_COPY, 'await copies.close();'],
])('%s ends its thread only after it has loaded SQLite', async (_, start, stop) => {
  expect(await outputOf(start, stop)).toBe('loaded\nended\n');
});
