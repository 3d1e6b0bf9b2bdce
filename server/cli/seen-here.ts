import { existsSync } from 'node:fs';
import type { CommandAnswer } from './commands';

/**
 * The answer of a server to `backup`, as a failure if this process cannot see the file: systemd gives a service a private
 * /tmp, which is deleted when the service stops, and a container has its own file system.
 */
export function onlyIfSeen(answer: CommandAnswer, file: string, dataDir: string): CommandAnswer {
  if (!answer.ok || existsSync(file)) return answer;
  return {
    ok: false,
    message: `the server wrote ${file} to a private folder that only it can see: choose a folder in ${dataDir}`,
  };
}
