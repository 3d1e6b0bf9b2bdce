import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readiness } from '../harness/wait';
import { storageFault } from './storage';

export const readOnly = storageFault(
  'the database files are immutable, and the inbox is not',
  { orders: 100 },
  async ({ folder, start, send, finish, expect, onEnd }) => {
    const server = await start();
    await send(server.url, 100);
    // Not heatlamp.db-shm: writing to this shared memory after the file became immutable would end the process
    // (SIGBUS). It contains no acknowledged data.
    const files = ['heatlamp.db', 'heatlamp.db-wal'].map((name) => path.join(folder, name));
    onEnd(() => setImmutable(files, false));
    setImmutable(files, true);
    // Longer than a write to a database that cannot be written is retried.
    await send(server.url, 300, { perSecond: 100 });
    const { databaseAway } = await readiness(server.url);
    expect(databaseAway, 'the server did not notice that the database could not be written');
    await server.kill();
    const { url } = await start();
    await send(url, 100);
    setImmutable(files, false);
    await finish(url);
  },
);

function setImmutable(files: readonly string[], to: boolean): void {
  execFileSync('chattr', [to ? '+i' : '-i', ...files.filter((file) => existsSync(file))], { stdio: 'pipe' });
}
