import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from '../storage/migrate';

const DATABASE = 'heatlamp.db';

/** The bytes of a migrated, empty database. */
let empty: Promise<Buffer> | null = null;

async function migrated(): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'heatlamp-empty-'));
  try {
    await migrate(path.join(folder, DATABASE));
    return await readFile(path.join(folder, DATABASE));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes a temporary data folder. Its database is a copy, because every start would otherwise migrate a new one. */
export async function newDataFolder(prefix: string): Promise<string> {
  empty ??= migrated();
  const folder = await mkdtemp(path.join(tmpdir(), prefix));
  await writeFile(path.join(folder, DATABASE), await empty);
  return folder;
}
