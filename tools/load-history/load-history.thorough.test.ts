import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../../server/testing/running-server';
import { storedState, waitUntilCommitted } from '../../server/testing/stored-state';
import { compareCourses } from '../pos-simulator/truth';
import { generateHistory, type HistoryOptions } from './generate-history';
import { type LoadState, loadHistory } from './load-history';

const history: HistoryOptions = { courses: 300, years: null, branches: 2, seed: 3, until: '2026-06-19' };
const NEXT_DAY = Date.parse('2026-06-20T18:00:00Z');
const BRANCHES = [1, 2];
const CONCURRENCY = 32;

type Page = { courses: unknown[]; nextCursor: string | null };

describe('a history of 300 courses', () => {
  const days = [...generateHistory(history)];
  const deliveries = days.flatMap((day) => day.deliveries);
  const progress: LoadState[] = [];
  const running: RunningServer[] = [];
  let dataDir = '';
  let loaded: LoadState;

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'heatlamp-history-'));
    loaded = await loadHistory({ dataDir, history, onProgress: (far) => progress.push({ ...far }) });
  });
  afterAll(async () => {
    for (const server of running) await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const start = async (folder?: string) => {
    const server = await startServer(folder, {}, NEXT_DAY);
    running.push(server);
    return server;
  };

  it('is loaded completely', () => {
    expect(loaded).toMatchObject({ courses: 300, deliveries: deliveries.length });
    expect(progress.at(-1)).toEqual(loaded);
  });

  it('keeps every delivery with its bytes, in order of receipt', () => {
    const database = new SqliteDatabase(path.join(dataDir, 'heatlamp.db'), { readonly: true });
    const stored = database
      .prepare('SELECT cast("body" AS TEXT) AS "body", "pathEvent", "receivedAt" FROM "Delivery" ORDER BY "id"')
      .all();
    const outcomes = database.prepare('SELECT DISTINCT "outcome" FROM "Delivery" ORDER BY 1').pluck().all();
    database.close();
    expect(stored).toEqual(deliveries);
    expect(outcomes).toEqual(['applied', 'repeat']);
  });

  it('is not loaded into a folder that has deliveries', async () => {
    await expect(loadHistory({ dataDir, history, onProgress: () => {} })).rejects.toThrow('already has deliveries');
  });

  it('equals the state of a server that received the same deliveries, and the truth', async () => {
    const posted = await start();
    for (let from = 0; from < deliveries.length; from += CONCURRENCY) {
      const batch = deliveries.slice(from, from + CONCURRENCY);
      posted.setNow(batch.at(-1)?.receivedAt ?? null);
      const replies = await Promise.all(batch.map(({ pathEvent, body }) => posted.post(pathEvent, body)));
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    }
    posted.setNow(NEXT_DAY);
    await waitUntilCommitted(posted.core);
    const loaded = await start(dataDir);
    for (const branch of BRANCHES) {
      const stored = await Promise.all([posted, loaded].map((server) => storedState(server.dataDir, branch)));
      expect(stored[1]).toEqual(stored[0]);
      expect(stored[0]?.tables.length).toBeGreaterThan(5);
    }
    const courses = (await Promise.all(BRANCHES.map((branch) => coursesOf(loaded, branch)))).flat();
    expect(courses).toHaveLength(300);
    const truth = days.flatMap((day) => day.truth());
    expect(compareCourses(truth, courses).differences).toEqual([]);
  });

  it('is refused while a server runs on the folder', async () => {
    const server = await start();
    const load = loadHistory({ dataDir: server.dataDir, history, onProgress: () => {} });
    await expect(load).rejects.toThrow('another Heatlamp runs on');
  });
});

async function coursesOf({ get, command }: RunningServer, branch: number) {
  const { token } = await command<{ token: string }>('screen add', { name: 'Test', branches: [branch], view: 'api' });
  const page = (await (await get('/api/v1/history/courses?limit=1000', token)).json()) as Page;
  expect(page.nextCursor).toBeNull();
  type StoredCourse = {
    orderId: string;
    course: { number: number };
    round: number;
    table: { number: string } | null;
  } & Record<'startedAt' | 'readyAt' | 'servedAt', string | null>;
  return (page.courses as StoredCourse[]).map(({ course, table, ...rest }) => ({
    ...rest,
    courseNumber: course.number,
    tableNumber: table?.number ?? null,
  }));
}
