import { afterEach, expect, it } from 'vitest';
import type { PageServer } from './page-server';
import { createPageThread, type PageThread } from './page-thread';

const ICON = { url: '/icon.svg', headers: {} };
let thread: PageThread;
let lines: string[];

/** A thread for files, which ask nothing of the server. */
function openThread(idleMs: number): void {
  lines = [];
  const record = (_: object, line: string) => void lines.push(line);
  thread = createPageThread({
    address: { host: '127.0.0.1', port: 0 },
    server: {} as PageServer,
    readSerialized: () => Promise.reject(new Error('a file reads nothing')),
    log: { info: record, warn: record },
    idleMs,
  });
}
afterEach(() => thread.close());

it('the thread that renders pages ends when none is needed, and the next page starts another', async () => {
  openThread(1);
  for (const ended of [1, 2]) {
    expect((await thread.render(ICON)).status).toBe(200);
    const line = 'the thread that renders pages ended, because none is needed';
    await expect.poll(() => lines).toEqual(Array(ended).fill(line));
  }
});
