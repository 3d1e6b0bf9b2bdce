import { execFileSync } from 'node:child_process';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readiness } from '../harness/wait';
import { storageFault } from './storage';

/** Enough for the database and the longest write-ahead log, 32 MB. */
const MEGABYTES = 64;

export const fullDisk = storageFault(
  `database and inbox are on a full disk of ${MEGABYTES} MB`,
  { orders: 250, parent: mountDisk },
  async ({ folder, start, send, finish, expect }) => {
    const { url, stop } = await start();
    await send(url, 200);
    const filler = path.join(path.dirname(folder), 'filler');
    fill(filler);
    const whileFull = await send(url, 1_000, { perSecond: 100, statuses: [200, 503] });
    expect(
      whileFull.some(({ status }) => status === 503),
      'no response was 503: the disk was not full',
    );
    expect(!(await readiness(url)).ready, '/readyz reported ready');
    rmSync(filler);
    await finish(url);
    await stop();
  },
);

function mountDisk(onEnd: (cleanUp: () => unknown) => void): string {
  const mount = mkdtempSync(path.join(tmpdir(), 'heatlamp-full-'));
  onEnd(() => rmSync(mount, { recursive: true, force: true }));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m`, 'tmpfs', mount], { stdio: 'pipe' });
  // Also while a server that just starts uses it.
  onEnd(() => execFileSync('umount', ['--lazy', mount]));
  return mount;
}

/** Writes a file until the disk has at most a page of free space. */
function fill(file: string): void {
  const handle = openSync(file, 'w');
  try {
    for (let chunk = Buffer.alloc(64 * 1024, 1); chunk.length > 0; ) {
      try {
        writeSync(handle, chunk);
      } catch {
        chunk = chunk.subarray(0, chunk.length >> 1);
      }
    }
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  const { bavail, bsize } = statfsSync(path.dirname(file));
  if (bavail * bsize > 4096) throw new Error(`the disk could not be filled: ${bavail * bsize} bytes are left`);
}
