import { execFileSync } from 'node:child_process';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readiness, waitUntilDrained } from './oracle';
import {
  atRate,
  checkStored,
  expectStatuses,
  type Findings,
  latencies,
  makeFolder,
  send,
  serviceUntilNow,
  startOn,
  statuses,
  storageFault,
} from './storage';

/** Enough for the database and the longest write-ahead log, 32 MB. */
const MEGABYTES = 64;

export const fullDisk = storageFault(`database and inbox are on a full disk of ${MEGABYTES} MB`, fillDisk);

async function fillDisk(findings: Findings): Promise<void> {
  const { expect, figure, seed, onEnd } = findings;
  const mount = mkdtempSync(path.join(tmpdir(), 'heatlamp-full-'));
  onEnd(() => rmSync(mount, { recursive: true, force: true }));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m`, 'tmpfs', mount], { stdio: 'pipe' });
  // Also while a server that just starts uses it.
  onEnd(() => execFileSync('umount', ['--lazy', mount]));
  const { folder, token } = await makeFolder(findings, { parent: mount });
  const { url, stop } = await startOn(findings, folder);
  const postings = serviceUntilNow(seed, { orders: 250 });
  const before = await send(url, postings.slice(0, 200), 8);
  expectStatuses(findings, before, 200);

  const filler = path.join(mount, 'filler');
  fill(filler, mount);
  const whileFull = await send(url, atRate(postings.slice(200, 1_200), 100), 8);
  const { ready } = await readiness(url);
  figure('responses while full', `${statuses(whileFull)}; ${latencies(whileFull)}`);
  expectStatuses(findings, whileFull, 200, 503);
  expect(
    whileFull.some(({ status }) => status === 503),
    'no response was 503: the disk was not full',
  );
  expect(!ready, '/readyz reported ready');

  rmSync(filler);
  await waitUntilDrained(url);
  const afterwards = await send(url, postings.slice(1_200), 8);
  expectStatuses(findings, afterwards, 200);
  await checkStored(findings, { folder, url, token }, [...before, ...whileFull, ...afterwards]);
  await stop();
}

/** Writes a file until the disk has at most a page of free space. */
function fill(file: string, mount: string): void {
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
  const { bavail, bsize } = statfsSync(mount);
  if (bavail * bsize > 4096) throw new Error(`the disk could not be filled: ${bavail * bsize} bytes are left`);
}
