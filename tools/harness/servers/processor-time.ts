import { readFileSync } from 'node:fs';

/** The unit of /proc/<pid>/stat on Linux. */
const TICK_MS = 10;

/** The processor time that a process has used, in ms of one core; null where the system reports it too coarsely. */
export function processorMs(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  // The name in parentheses may contain spaces; user and system time are the 12th and 13th field after it.
  const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return ((user ?? Number.NaN) + (system ?? Number.NaN)) * TICK_MS;
}
