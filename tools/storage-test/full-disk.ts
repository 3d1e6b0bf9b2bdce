import { execFileSync } from 'node:child_process';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkEvening } from './evening';
import { checkJournal } from './journal';
import { atRate, latencies, send, serviceUntilNow, statuses } from './load';
import type { Scenario } from './scenario';
import { drained, makeFolder, readiness, startOn } from './server';

/** Room for the database and the longest write-ahead log, 32 MB. */
const MEGABYTES = 64;

export const fullDisk: Scenario = {
  name: 'full',
  title: `database and spool on a disk of ${MEGABYTES} MB that fills to the brim`,
  async run(findings) {
    const { expect, figure, seed } = findings;
    const mount = mkdtempSync(path.join(tmpdir(), 'heatlamp-full-'));
    findings.afterwards(() => rmSync(mount, { recursive: true, force: true }));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m`, 'tmpfs', mount], { stdio: 'pipe' });
    } catch (error) {
      throw new Error(`cannot mount a tmpfs, which this test needs: ${String(error).split('\n')[0]}`);
    }
    findings.afterwards(() => execFileSync('umount', [mount]));
    const { folder, token } = await makeFolder(findings, { parent: mount });
    const server = await startOn(findings, folder);
    const postings = serviceUntilNow(seed, { orders: 250 });
    const answered = await send(server.url, postings.slice(0, 200), 8);
    expect(
      answered.every(({ status }) => status === 200),
      `answers before were ${statuses(answered)}`,
    );

    const filler = path.join(mount, 'filler');
    fill(filler, mount);
    const whileFull = await send(server.url, atRate(postings.slice(200, 1_200), 100), 8);
    const { ready } = await readiness(server.url);
    figure('answers while full', `${statuses(whileFull)}; ${latencies(whileFull)}`);
    figure('room left then', `${room(mount)} bytes`);
    const refused = whileFull.filter(({ status }) => status === 503);
    expect(refused.length > 0, 'nothing was answered 503: the disk was not full');
    expect(!ready, '/readyz said that deliveries can be taken');
    expect(
      whileFull.every(({ status }) => status === 200 || status === 503),
      `answers while full were ${statuses(whileFull)}`,
    );

    rmSync(filler);
    await drained(server.url);
    const afterwards = await send(server.url, postings.slice(1_200), 8);
    figure('answers with room again', statuses(afterwards));
    expect(
      afterwards.every(({ status }) => status === 200),
      `answers with room again were ${statuses(afterwards)}`,
    );
    await checkEvening(findings, folder, { url: server.url, token });
    checkJournal(findings, folder, [...answered, ...whileFull, ...afterwards]);
    await server.stop();
  },
};

/** Fills the disk. */
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
  if (room(mount) > 4096) throw new Error(`the disk could not be filled: ${room(mount)} bytes are left`);
}

function room(mount: string): number {
  const { bavail, bsize } = statfsSync(mount);
  return bavail * bsize;
}
