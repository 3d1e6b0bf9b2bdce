import { afterEach, expect, it, vi } from 'vitest';
import type { Board } from '../../contract/live';
import type { Live } from '../../contract/live-branches';
import { addProgram } from '../testing/deliveries';
import { eventBody } from '../testing/events';
import { type RunningServer, startServer } from '../testing/running-server';

let server: RunningServer | undefined;
afterEach(() => server?.stop());

it('[F21] a gap of a stopped server is on boards, on the live page and in the list of deliveries, but not on boards for guests', async () => {
  server = await startServer();
  const tokens = new Map<string, string>();
  for (const view of ['api', 'pickup']) tokens.set(view, await addProgram(server, [1], view));
  const look = async <Answer>(path: string, view = 'api') =>
    (await (await (server as RunningServer).get(path, tokens.get(view))).json()) as Answer;
  await server.post('kitchenStartCourse', eventBody({ at: Date.now() - 60_000 }));
  const stoppedAt = Date.now();
  const { dataDir } = server;
  await server.close();
  const closedAt = Date.now();
  // It must be away for 2 s to count as a gap.
  await new Promise((later) => setTimeout(later, 2_100));
  server = await startServer(dataDir);
  await vi.waitFor(async () => expect((await look<Board>('/api/v1/board')).gaps).toHaveLength(1), { timeout: 60_000 });

  const { gaps } = await look<Board>('/api/v1/board');
  const [gap] = gaps;
  expect(gap?.cause).toBe('down');
  expect(Date.parse(gap?.from ?? '')).toBeGreaterThanOrEqual(stoppedAt);
  expect(Date.parse(gap?.from ?? '')).toBeLessThanOrEqual(closedAt);
  expect(Date.parse(gap?.to ?? '')).toBeGreaterThanOrEqual(closedAt + 2_000);
  expect(Date.parse(gap?.to ?? '')).toBeLessThanOrEqual(Date.now());
  expect((await look<Live>('/api/v1/live')).branches[0]?.gaps).toEqual(gaps);

  await server.post('kitchenCompleteCourse', eventBody({ at: Date.now() }));
  type Page = { deliveries: unknown[]; gaps: unknown[]; nextCursor: string | null };
  const newest = await look<Page>('/api/v1/deliveries?limit=1');
  expect(newest).toMatchObject({ deliveries: [{ pathEvent: 'kitchenCompleteCourse' }], gaps: [] });
  const older = await look<Page>(`/api/v1/deliveries?limit=1&cursor=${newest.nextCursor}`);
  expect(older).toMatchObject({ deliveries: [{ pathEvent: 'kitchenStartCourse' }], gaps: [{ branch: 1, ...gap }] });
  expect((await look<Page>('/api/v1/deliveries')).gaps).toEqual([{ branch: 1, ...gap }]);
  expect((await look<Page>('/api/v1/deliveries?outcome=applied')).gaps).toEqual([]);

  expect((await look<Board>('/api/v1/board', 'pickup')).gaps).toEqual([]);
});
