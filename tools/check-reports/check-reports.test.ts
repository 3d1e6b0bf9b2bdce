import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY, type RunningServer, startServer } from '../../server/testing/running-server';
import { postAll } from '../../server/testing/service-day';
import { loadHistory } from '../load-history/load-history';
import { readDeliveries } from '../pos-simulator/service-files';
import { checkBranch } from './check-branch';
import { checkFolder } from './check-folder';
import { differences } from './differences';
import { DEFAULT_BRANCH_RULES, readTable } from './exported-course';
import { judge, summaryOf, visitsOf } from './recompute';

const EVENING = path.join(import.meta.dirname, '../pos-simulator/fixtures/friday-evening.jsonl');
const HOUSE = { ...DEFAULT_BRANCH_RULES, timeZone: 'Europe/Amsterdam' };
const LATER = Date.parse('2026-06-20T12:00:00Z');

/** Some hundred queries, each answered from all courses. */
const AT_MOST_MS = 120_000;

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'heatlamp-check-'));
  folders.push(folder);
  return folder;
}

describe('the recorded evening', () => {
  let server: RunningServer;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await newFolder();
    server = await startServer(dataDir);
    server.setNow(LATER);
    await server.command('subscription add', { id: 'heatlamp', ...KEY });
    await postAll(
      server,
      readDeliveries(EVENING).map(({ path: posted, body }) => ({ event: path.basename(posted), body })),
    );
    await server.close();
  }, AT_MOST_MS);

  it(
    'has the figures that its own table comes to',
    async () => {
      const { figures, differences: found } = await checkFolder(dataDir, () => LATER);
      expect(found).toEqual([]);
      expect(figures).toBeGreaterThan(1_000);
    },
    AT_MOST_MS,
  );
});

describe.each(['2026-03-30', '2025-10-27'])('four days with the change of the clocks, until %s', (until) => {
  it(
    'have the figures that their tables come to',
    async () => {
      const dataDir = await newFolder();
      const history = { courses: 240, years: 4 / 365.25, branches: 2, seed: 11, until };
      await loadHistory({ dataDir, history, add: false, onProgress: () => {} });
      const { figures, differences: found } = await checkFolder(dataDir);
      expect(found).toEqual([]);
      expect(figures).toBeGreaterThan(1_000);
    },
    AT_MOST_MS,
  );
});

describe('a figure that is wrong', () => {
  const HEAD = 'id,branch,orderKind,course.number,startedAt,readyAt,servedAt,marks,businessDay,measuredSeconds';
  const courses = readTable(
    [
      HEAD,
      '1-3-1,1,table,3,2026-06-19T17:00:00.000Z,2026-06-19T17:10:00.000Z,,,2026-06-19,600',
      '2-3-1,1,table,3,2026-06-19T18:00:00.000Z,2026-06-19T18:20:00.000Z,2026-06-19T18:21:00.000Z,"",2026-06-19,1200',
      '',
    ].join('\r\n'),
    HOUSE,
  );
  const again = summaryOf(judge(courses), visitsOf(courses), 'course', HOUSE);

  it('is reported, wherever it is', () => {
    const reported = structuredClone(again) as Record<string, Record<string, Record<string, number>>>;
    expect(differences(reported, again, 'summary')).toEqual([]);
    (reported['3'] ?? {})['preparation'] = { ...reported['3']?.['preparation'], p80: 1_081 };
    (reported['3'] ?? {})['excluded'] = { bulk: 1 };
    expect(differences(reported, again, 'summary')).toEqual([
      'summary / 3 / preparation / p80: reported 1081, recomputed 1080',
      'summary / 3 / excluded / bulk: reported 1, recomputed undefined',
    ]);
  });

  it('makes the check of a branch fail', async () => {
    const nothing = { summary: async () => ({ groups: [] }), pages: null };
    const { differences: found } = await checkBranch(courses, HOUSE, nothing, LATER);
    expect(found.length).toBeGreaterThan(5);
  });
});
