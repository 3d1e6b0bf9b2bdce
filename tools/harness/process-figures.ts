import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const PS_TIMEOUT_MS = 5_000;
const SAMPLE_INTERVAL_MS = 200;

/** Resident memory of a process, in MB (2^20 bytes); 0 once it has ended. */
export function residentMegabytes(pid: number): number {
  try {
    const kilobytes =
      process.platform === 'linux'
        ? /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
        : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { timeout: PS_TIMEOUT_MS }).toString();
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
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
