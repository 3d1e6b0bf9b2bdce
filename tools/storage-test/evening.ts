import { isDeepStrictEqual } from 'node:util';
import { toIso } from '../../domain/to-iso';
import { checkBoard, readBoard } from '../harness/check-board';
import { foldDeliveries } from '../harness/folded-board';
import { readStoredData } from '../harness/stored-data';
import { fetchTickets } from '../pos-simulator/history-courses';
import { parseCourses } from '../pos-simulator/parse-courses';
import { readDeliveries } from './check-deliveries';
import type { Findings } from './scenario';
import { waitUntilDrained } from './server';

type Server = { url: URL; token: string };

/**
 * Compares a server with its stored deliveries. The expected history comes from a parser that shares no code with the
 * server; the expected board from the domain's rules (`checkBoard`).
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

  const stored = readStoredData(folder);
  const violations = await checkBoard(server, stored, foldDeliveries(stored.deliveries));
  const { tickets, tables } = await readBoard(server.url, server.token);
  figure('on the board', `${tickets.length} tickets, ${tables.length} tables`);
  for (const violation of violations) expect(false, violation);
}
