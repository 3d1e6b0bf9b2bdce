import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const MB = 1024 * 1024;
const PS_WITHIN_MS = 5_000;

/** Resident memory of a process, in MB (2^20 bytes). @throws if it does not run */
export function residentMegabytes(pid: number): number {
  return (kilobytes(pid) * 1024) / MB;
}

function kilobytes(pid: number): number {
  if (process.platform === 'linux') {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    if (kilobytes === undefined) throw new Error(`process ${pid} has no memory: it has ended`);
    return Number(kilobytes);
  }
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { timeout: PS_WITHIN_MS }).toString());
}

/** Samples the memory of a process several times a second; `stop` returns the maximum, in MB. */
export function watchMemory(pid: number): { stop: () => number } {
  let most = residentMegabytes(pid);
  const timer = setInterval(() => {
    most = Math.max(most, residentMegabytes(pid));
  }, LOOK_EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      return Math.max(most, residentMegabytes(pid));
    },
  };
}

const LOOK_EVERY_MS = 200;
