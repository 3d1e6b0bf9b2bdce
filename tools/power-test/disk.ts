import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A small disk: a mounted ext4 file system in a file. */
export type Disk = {
  /** Mount point, the same before and after a cut. */
  mountPoint: string;
  /**
   * Cuts the power: only what has reached the disk remains. No file on it may be open, and nothing that the system
   * holds in memory for it survives.
   */
  cut: () => void;
  remove: () => void;
};

const MEGABYTES = 128;
/** Writes the journal of the file system at an fsync only, not every five seconds. */
const OPTIONS = 'loop,noatime,commit=3600';

/** @throws if this machine does not allow mounting a file, with the reason */
export function openDisk(): Disk {
  const folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-power-'));
  const mountPoint = path.join(folder, 'disk');
  mkdirSync(mountPoint);
  const images = [path.join(folder, 'a.img'), path.join(folder, 'b.img')] as const;
  let [now, next]: readonly [string, string] = images;
  run('truncate', '-s', `${MEGABYTES}M`, now);
  run('mkfs.ext4', '-q', '-F', now);
  run('mount', '-o', OPTIONS, now, mountPoint);
  return {
    mountPoint,
    cut() {
      // The file has what was written to the disk. Data in memory is not part of it: a missing fsync loses that.
      run('cp', '--sparse=always', now, next);
      run('umount', mountPoint);
      // Mounting replays the journal of the file system, like a restart after a power cut.
      run('mount', '-o', OPTIONS, next, mountPoint);
      [now, next] = [next, now];
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
