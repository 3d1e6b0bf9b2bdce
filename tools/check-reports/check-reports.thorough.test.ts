import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY } from '../../server/testing/pos-key';
import { type RunningServer, startServer } from '../../server/testing/running-server';
import { postAll } from '../../server/testing/service-day';
import { loadHistory } from '../load-history/load-history';
import { readDeliveries } from '../pos-simulator/option-values';
import { checkBranch } from './check-branch';
import { checkFolder } from './check-folder';
import { parseExport } from './exported-course';
import { classify, differences, recomputeSummary, visitDurations } from './recompute';

const EVENING = path.join(import.meta.dirname, '../pos-simulator/fixtures/friday-evening.jsonl');
const RULES = {
  timeZone: 'Europe/Amsterdam',
  cutOffMinute: 240,
  services: 'lunch 11:00, dinner 16:00',
  latePercent: 100,
  fallbackLateMinutes: 15,
};
const NOW = Date.parse('2026-06-20T12:00:00Z');

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
    server = await startServer(dataDir, {}, NOW);
    await server.command('subscription add', { id: 'heatlamp', ...KEY });
    await postAll(
      server,
      readDeliveries(EVENING).map(({ path: posted, body }) => ({ event: path.basename(posted), body })),
    );
    await server.close();
  });

  it('has the same figures as its exported courses', async () => {
    const { figures, differences: reported } = await checkFolder(dataDir, () => NOW);
    expect(reported).toEqual([]);
    expect(figures).toBeGreaterThan(1_000);
  });
});

describe.each(['2026-03-30', '2025-10-27'])('four days with a daylight saving change, until %s', (until) => {
  it('have the same figures as their exported courses', async () => {
    const dataDir = await newFolder();
    const history = { courses: 240, years: 4 / 365.25, branches: 2, seed: 11, until };
    await loadHistory({ dataDir, history, onProgress: () => {} });
    const { figures, differences: reported } = await checkFolder(dataDir);
    expect(reported).toEqual([]);
    expect(figures).toBeGreaterThan(1_000);
  });
});

describe('a wrong figure', () => {
  const HEAD = 'id,branch,orderKind,course.number,startedAt,readyAt,servedAt,marks,businessDay,measuredSeconds';
  const courses = parseExport(
    [
      HEAD,
      '1-3-1,1,table,3,2026-06-19T17:00:00.000Z,2026-06-19T17:10:00.000Z,,,2026-06-19,600',
      '2-3-1,1,table,3,2026-06-19T18:00:00.000Z,2026-06-19T18:20:00.000Z,2026-06-19T18:21:00.000Z,"",2026-06-19,1200',
      '',
    ].join('\r\n'),
    RULES,
  );
  const recomputed = recomputeSummary(classify(courses), visitDurations(courses), 'course');

  it('is reported at any depth', () => {
    const reported = structuredClone(recomputed) as Record<string, Record<string, Record<string, number>>>;
    expect(differences(reported, recomputed, 'summary')).toEqual([]);
    (reported['3'] ?? {})['preparation'] = { ...reported['3']?.['preparation'], p80: 1_081 };
    (reported['3'] ?? {})['excluded'] = { bulk: 1 };
    expect(differences(reported, recomputed, 'summary')).toEqual([
      'summary / 3 / preparation / p80: reported 1081, recomputed 1080',
      'summary / 3 / excluded / bulk: reported 1, recomputed undefined',
    ]);
  });

  it('makes the check of a branch fail', async () => {
    const nothing = { summary: async () => ({ groups: [] }), page: null };
    const { differences: reported } = await checkBranch(courses, RULES, nothing, NOW);
    expect(reported.length).toBeGreaterThan(5);
  });
});
