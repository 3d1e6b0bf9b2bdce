import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withServer } from '../harness/builds';
import type { ServerMutation } from '../harness/mutants/server';
import type { TortureFault } from './fault';
import { type Disk, runKills } from './kill';
import type { Moment } from './kill-plan';

/** Right after acknowledgements and commits, and at random instants. */
const MOMENTS: readonly Moment[] = [
  'after-reply',
  'inbox-after-commit',
  'random',
  'random-locked',
  'after-commit',
  'inbox-deleted',
  'backlog-after-commit',
];

/** Mutations that power cuts must reveal. */
const DEFECTS = [
  'reply-before-sync',
  'synchronous-normal',
  'synchronous-off',
  'inbox-without-sync',
  'stock-adapter',
] as const satisfies readonly ServerMutation[];

export const power: TortureFault = {
  title: 'the power is cut under load, and only what has reached the disk remains',
  needsRoot: true,
  defects: DEFECTS,
  async run({ seed, times = 24, broken, isOver, log }) {
    const { killed, violations } = await withServer(broken as ServerMutation | undefined, (build) =>
      runKills({ kills: times, seed, build, only: MOMENTS, openDisk, isOver, log }),
    );
    return { checks: killed.length, violations };
  },
};

const MEGABYTES = 128;
/** `commit` prevents that the file system writes its journal every five seconds without an fsync. */
const OPTIONS = 'loop,noatime,commit=3600';

/**
 * A small ext4 file system in a file, mounted as a loop device.
 *
 * @throws if this machine does not allow mounting a file, with the reason
 */
export function openDisk(): Disk {
  const folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-power-'));
  const mountPoint = path.join(folder, 'disk');
  mkdirSync(mountPoint);
  const images = [path.join(folder, 'a.img'), path.join(folder, 'b.img')] as const;
  let [current, next]: readonly [string, string] = images;
  try {
    run('truncate', '-s', `${MEGABYTES}M`, current);
    run('mkfs.ext4', '-q', '-F', current);
    run('mount', '-o', OPTIONS, current, mountPoint);
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
  return {
    mountPoint,
    cut() {
      // The image file contains only what was written to the disk: without an fsync, data in the page cache is lost.
      run('cp', '--sparse=always', current, next);
      run('umount', mountPoint);
      // Mounting replays the journal of the file system, like a restart after a power cut.
      run('mount', '-o', OPTIONS, next, mountPoint);
      [current, next] = [next, current];
      rmSync(next);
    },
    remove() {
      try {
        run('umount', '-l', mountPoint);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

function run(program: string, ...args: string[]): void {
  try {
    execFileSync(program, args, { stdio: 'pipe' });
  } catch (error) {
    const { stderr, message } = error as { stderr?: Buffer; message: string };
    throw new Error(`${program} ${args.join(' ')}: ${stderr?.toString().trim() || message}`);
  }
}
