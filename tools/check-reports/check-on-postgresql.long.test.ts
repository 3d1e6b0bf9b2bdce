import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { loadHistory } from '../load-history/load-history';
import { checkFolder, checkOnPostgresql } from './check-folder';

it('a history has the same figures in SQLite, and copied into PostgreSQL as a replica answers', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'heatlamp-check-'));
  try {
    const history = { courses: 240, years: 4 / 365.25, branches: 2, seed: 11, until: '2026-03-30' };
    await loadHistory({ dataDir, history, onProgress: () => {} });
    const inSqlite = await checkFolder(dataDir);
    expect(inSqlite).toMatchObject({ differences: [] });
    expect(inSqlite.figures).toBeGreaterThan(1_000);
    expect(await checkOnPostgresql(dataDir, true)).toEqual(inSqlite);
    // The folder is still the one that is in use.
    expect(await checkFolder(dataDir)).toEqual(inSqlite);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
