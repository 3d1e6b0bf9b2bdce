import { execFileSync } from 'node:child_process';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkDeliveries } from './check-deliveries';
import { checkEvening } from './evening';
import { atRate, latencies, send, serviceUntilNow, statuses } from './load';
import type { Scenario } from './scenario';
import { makeFolder, readiness, startOn, waitUntilDrained } from './server';

/** Enough for the database and the longest write-ahead log, 32 MB. */
const MEGABYTES = 64;

export const fullDisk: Scenario = {
  name: 'full',
  title: `database and inbox on a full disk of ${MEGABYTES} MB`,
  async run(findings) {
    const { expect, figure, seed } = findings;
    const mount = mkdtempSync(path.join(tmpdir(), 'heatlamp-full-'));
    findings.onEnd(() => rmSync(mount, { recursive: true, force: true }));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m`, 'tmpfs', mount], { stdio: 'pipe' });
    } catch (error) {
      throw new Error(`cannot mount a tmpfs, which this test needs: ${String(error).split('\n')[0]}`);
    }
    // Also while a server that just starts uses it.
    findings.onEnd(() => execFileSync('umount', ['--lazy', mount]));
    const { folder, token } = await makeFolder(findings, { parent: mount });
    const server = await startOn(findings, folder);
    const postings = serviceUntilNow(seed, { orders: 250 });
    const responses = await send(server.url, postings.slice(0, 200), 8);
    expect(
      responses.every(({ status }) => status === 200),
      `unexpected statuses before: ${statuses(responses)}`,
    );

    const filler = path.join(mount, 'filler');
    fill(filler, mount);
    const whileFull = await send(server.url, atRate(postings.slice(200, 1_200), 100), 8);
    const { ready } = await readiness(server.url);
    figure('responses while full', `${statuses(whileFull)}; ${latencies(whileFull)}`);
    figure('free space while full', `${freeBytes(mount)} bytes`);
    const refused = whileFull.filter(({ status }) => status === 503);
    expect(refused.length > 0, 'no response was 503: the disk was not full');
    expect(!ready, '/readyz reported ready');
    expect(
      whileFull.every(({ status }) => status === 200 || status === 503),
      `unexpected statuses while full: ${statuses(whileFull)}`,
    );

    rmSync(filler);
    await waitUntilDrained(server.url);
    const afterClearing = await send(server.url, postings.slice(1_200), 8);
    figure('responses after the disk was cleared', statuses(afterClearing));
    expect(
      afterClearing.every(({ status }) => status === 200),
      `unexpected statuses after the disk was cleared: ${statuses(afterClearing)}`,
    );
    await checkEvening(findings, folder, { url: server.url, token });
    checkDeliveries(findings, folder, [...responses, ...whileFull, ...afterClearing]);
    await server.stop();
  },
};

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
  if (freeBytes(mount) > 4096) throw new Error(`the disk could not be filled: ${freeBytes(mount)} bytes are left`);
}

function freeBytes(mount: string): number {
  const { bavail, bsize } = statfsSync(mount);
  return bavail * bsize;
}
