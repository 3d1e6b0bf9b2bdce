import { rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { builtServer, launch } from '../harness/child-server';
import type { Findings, Target } from './connection';

/** What somebody at the machine does with the files of a running server. */
export const MACHINE_ATTACKS = {
  'machine: the lock file is deleted, and a second server is started': async ({ folder }) => {
    rmSync(path.join(folder, 'heatlamp.lock'));
    // A start takes a second of a processor, which is not what the first server spends. Processes inherit the priority.
    setPriority(constants.priority.PRIORITY_LOW);
    const second = await launch({ ...builtServer(), folder });
    if (second.url === null) return findings(null);
    await second.kill();
    return findings('a second server runs on the same folder');
  },
} satisfies Record<string, (target: Target) => Promise<Findings>>;

function findings(failure: string | null): Findings {
  return { leaks: 0, serverErrors: 0, ...(failure === null ? {} : { failure }) };
}
