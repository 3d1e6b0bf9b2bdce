import { isDeepStrictEqual } from 'node:util';
import type { Board } from '../../contract/live';
import { toIso } from '../../domain/ticket';
import { fetchTickets } from '../pos-simulator/history-courses';
import { parseCourses } from '../pos-simulator/parse-courses';
import { readDeliveries } from './check-deliveries';
import { send } from './load';
import type { Findings } from './scenario';
import { makeFolder, startOn, waitUntilDrained } from './server';

const AGREEMENT_TIMEOUT_MS = 10_000;

type ComparedBoard = { tickets: Record<string, unknown>[]; tables: Record<string, unknown>[] };
type Server = { url: URL; token: string };

/**
 * Compares a server with its stored deliveries. The expected history comes from a parser that shares no code with the
 * server; the expected board from a second server that receives each delivery once, in order.
 */
export async function checkEvening(findings: Findings, folder: string, server: Server): Promise<void> {
  const { expect, figure } = findings;
  // Bursts are acknowledged before their rows are committed.
  await waitUntilDrained(server.url);
  const deliveries = readDeliveries(folder)
    .filter(({ outcome }) => outcome === 'applied' || outcome === 'repeat')
    .map(({ pathEvent, body }) => ({ atMs: 0, event: pathEvent, path: `/webhooks/${pathEvent}`, body }));

  const courseKey = (course: { orderId: string | null; courseNumber: number; round: number }) =>
    `${course.orderId?.toLowerCase()}/${course.courseNumber}/${course.round}`;
  const reported = new Map((await fetchTickets({ ...server, branch: 1 })).map((course) => [courseKey(course), course]));
  const expected = parseCourses(deliveries);
  const differing = expected.filter((course) => {
    const { startedAt, readyAt, servedAt, tableNumber } = reported.get(courseKey(course)) ?? {};
    const actual = [startedAt, readyAt, servedAt, tableNumber];
    return !isDeepStrictEqual(actual, [
      toIso(course.startedAt),
      toIso(course.readyAt),
      toIso(course.servedAt),
      course.tableNumber,
    ]);
  });
  figure('courses', expected.length);
  expect(differing.length === 0, `${differing.length} courses differ from the stored deliveries`);
  expect(reported.size === expected.length, `${reported.size} courses are reported, expected ${expected.length}`);

  const second = await makeFolder(findings);
  const { url, stop } = await startOn(findings, second.folder);
  const unique = [...new Map(deliveries.map((delivery) => [delivery.body, delivery])).values()];
  await send(
    url,
    unique.map(({ path, body }) => ({ dueMs: 0, path, body, kind: 'delivery' })),
    16,
  );
  const { boards, agree } = await untilBoardsAgree(server, { url, token: second.token });
  figure(
    'on the board',
    boards.map(({ tickets, tables }) => `${tickets.length} tickets, ${tables.length} tables`)[0] ?? '',
  );
  expect(agree, 'the board differs from that of a second server with the same deliveries');
  await stop();
}

/** Retries, because the servers apply time-driven changes at different moments. */
async function untilBoardsAgree(first: Server, second: Server): Promise<{ boards: ComparedBoard[]; agree: boolean }> {
  const startedAt = performance.now();
  for (;;) {
    const boards = await Promise.all([board(first), board(second)]);
    const agree = isDeepStrictEqual(boards[0], boards[1]);
    if (agree || performance.now() - startedAt > AGREEMENT_TIMEOUT_MS) return { boards, agree };
    await new Promise((done) => setTimeout(done, 200));
  }
}

/** A sorted board without database keys and versions, which depend on the order of arrival. */
async function board({ url, token }: Server): Promise<ComparedBoard> {
  const response = await fetch(new URL('/api/v1/board', url), { headers: { Authorization: `Bearer ${token}` } });
  const { tickets, tables } = (await response.json()) as Board;
  const withoutKeys = (things: readonly object[]) =>
    things
      .map((thing) => ({ ...thing, id: null, version: null }))
      .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  const withoutOrderKeys = tables.map((table) => ({
    ...table,
    parties: table.parties.map((party) => ({ ...party, orderKey: null })),
  }));
  return { tickets: withoutKeys(tickets), tables: withoutKeys(withoutOrderKeys) };
}
