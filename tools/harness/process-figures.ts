import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** The unit of /proc/<pid>/stat on Linux. */
const TICK_MS = 10;

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

/** The processor time that a process has used, in ms of one core; null where the system reports it too coarsely. */
export function processorMs(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  return (statOf(pid)?.own ?? Number.NaN) * TICK_MS;
}

/** The same with the child processes: those that run, and those that have ended. */
export function processorMsWithChildren(pid: number): number | null {
  const parent = process.platform === 'linux' ? statOf(pid) : null;
  if (parent === null) return null;
  const children = readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : null;
    return stat?.parent === pid ? stat.own + stat.ended : [];
  });
  return children.reduce((sum, ticks) => sum + ticks, parent.own + parent.ended) * TICK_MS;
}

/** Ticks of a process itself, and of its children that have ended; null if there is no such process. */
function statOf(pid: number): { parent: number; own: number; ended: number } | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The name in parentheses may contain spaces; see proc_pid_stat(5) for the fields after it.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const at = (field: number) => fields[field - 3] ?? Number.NaN;
  return { parent: at(4), own: at(14) + at(15), ended: at(16) + at(17) };
}
