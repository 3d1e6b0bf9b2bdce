import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A small disk of our own: an ext4 file system in a file, mounted. */
export type Disk = {
  /** Where it is mounted, before and after a cut. */
  mountPoint: string;
  /**
   * Cuts the power: what has reached the disk by now is what there is from now on. Nobody may have a file open on it,
   * and nothing that the system still holds in memory for it survives.
   */
  cut: () => void;
  remove: () => void;
};

const MEGABYTES = 128;
/** The journal is written when somebody asks for it (fsync), not every five seconds by itself. */
const OPTIONS = 'loop,noatime,commit=3600';

/** @throws when this machine lets nobody mount a file, with the reason */
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
      // The file is what the disk was given to write. What is in memory for files on the disk is not part of it:
      // that is what a missing fsync leaves behind.
      run('cp', '--sparse=always', now, next);
      run('umount', mountPoint);
      // A journal that is replayed here is what a restart after a power cut begins with.
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

function run(program: string, ...words: string[]): void {
  try {
    execFileSync(program, words, { stdio: 'pipe' });
  } catch (error) {
    const { stderr, message } = error as { stderr?: Buffer; message: string };
    throw new Error(`${program} ${words.join(' ')}: ${stderr?.toString().trim() || message}`);
  }
}
