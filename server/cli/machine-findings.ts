import { statfs } from 'node:fs/promises';
import type { Config } from '../config';
import { version } from '../version';
import { type Finding, ok, warn } from './finding';

/** Operating systems by Node's names, and how far Heatlamp is tested there. */
const SYSTEMS: Partial<Record<NodeJS.Platform, { name: string; standing: string }>> = {
  linux: { name: 'Linux', standing: 'supported: all tests run on it' },
  darwin: { name: 'macOS', standing: 'should work, but is not tested' },
  win32: { name: 'Windows', standing: 'should work, but is not tested; development needs Linux or macOS' },
};

/** The system that Heatlamp runs on, and variables of the environment that have no effect. */
export function machineFindings(
  { unknownVariables }: Pick<Config, 'unknownVariables'>,
  { platform, arch, versions }: Pick<NodeJS.Process, 'platform' | 'arch' | 'versions'> = process,
): Finding[] {
  const system = SYSTEMS[platform];
  const runs = `Heatlamp ${version()} runs on ${system?.name ?? platform} (${arch}), Node ${versions.node}`;
  return [
    system ? ok(runs, system.standing) : warn(runs, 'this system is not supported', 'use Linux on x64 or arm64'),
    ...unknownVariables.map(({ name, meant }) =>
      warn(
        `${name} is not a variable of Heatlamp`,
        'it has no effect',
        meant ? `set ${meant} instead` : 'remove it, or correct its name: docs/operating.md, Environment, lists them',
      ),
    ),
  ];
}

/** The alert HeatlampDiskFills has the same limit. */
const MIN_FREE_BYTES = 1e9;

/** Whether the disk of the data folder is about to be full. Nothing if it does not say how full it is. */
export async function spaceFindings({ dataDir }: Pick<Config, 'dataDir'>, free = freeBytes): Promise<Finding[]> {
  const bytes = await free(dataDir).catch(() => null);
  if (bytes === null) return [];
  const is = `${(bytes / 1e9).toFixed(1)} GB are free on the disk of ${dataDir}`;
  const why = 'on a full disk, deliveries may be refused';
  if (bytes >= MIN_FREE_BYTES) return [ok(is, why)];
  return [
    warn(
      is,
      why,
      'remove old backups, databases that a restore replaced (heatlamp-until-<time>.db), and logs of other programs',
    ),
  ];
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
