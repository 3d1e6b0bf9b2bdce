import { existsSync } from 'node:fs';
import type { CommandAnswer } from './commands';

/**
 * The answer of a server to `backup`, which is a failure if the file is not where this process looks: systemd gives a
 * service a /tmp of its own, which is gone when it stops, and a container has files of its own.
 */
export function onlyIfSeen(answer: CommandAnswer, file: string, dataDir: string): CommandAnswer {
  if (!answer.ok || existsSync(file)) return answer;
  return {
    ok: false,
    message: `Heatlamp wrote ${file}, but among files of its own, which only it can see: choose a folder in ${dataDir}`,
  };
}
