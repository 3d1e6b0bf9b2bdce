import { renameSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { builtServer, launch } from '../harness/child-server';
import type { Findings, Target } from './connection';

const ASK_INTERVAL_MS = 200;
/** Before the end, so that deliveries also arrive while the server works off what waited. */
const PUT_BACK_MS = 1_000;

/** What somebody at the machine does with the files of a running server. */
export const MACHINE_ATTACKS = {
  'machine: the database is moved away, and put back': async ({ folder, port, until }) => {
    const file = path.join(folder, 'heatlamp.db');
    const reasons = new Set<string | null>();
    renameSync(file, `${file}-away`);
    while (Date.now() < until - PUT_BACK_MS) {
      await wait(ASK_INTERVAL_MS);
      reasons.add(await reasonNotReady(port));
    }
    renameSync(`${file}-away`, file);
    const isNoticed = reasons.has('the file of the database was moved or deleted');
    return findings(isNoticed ? null : 'the server does not say that its database was moved');
  },
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

async function reasonNotReady(port: number): Promise<string | null> {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`);
  return ((await response.json()) as { reason: string | null }).reason;
}
