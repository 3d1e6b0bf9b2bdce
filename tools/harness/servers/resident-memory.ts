import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const MB = 1024 * 1024;
const PS_TIMEOUT_MS = 5_000;
const SAMPLE_INTERVAL_MS = 200;

/** Resident memory of a process, in bytes; 0 once it has ended. */
export function residentBytes(pid: number): number {
  try {
    if (process.platform !== 'linux')
      return (
        Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { timeout: PS_TIMEOUT_MS }).toString()) * 1024
      );
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** The same in MB (2^20 bytes). */
export function residentMegabytes(pid: number): number {
  return residentBytes(pid) / MB;
}

/** Samples the memory of a process several times a second; `stop` returns the maximum, in MB. */
export function watchMemory(pid: number): { stop: () => number } {
  let max = residentMegabytes(pid);
  const timer = setInterval(() => {
    max = Math.max(max, residentMegabytes(pid));
  }, SAMPLE_INTERVAL_MS);
  return {
    stop() {
      clearInterval(timer);
      return Math.max(max, residentMegabytes(pid));
    },
  };
}
