import { Agent } from 'node:http';
import { dayAfter } from '../../domain/period';
import { expectOk } from '../bench-growth/timed-request';
import type { Times } from './findings';

/** A page of a manager. `turn` changes its query, so that no result is cached. */
export type PageRequest = { name: string; pathOf: (turn: number) => string };

/** Every kind of page. @param lastDay the newest day with courses, such as `2026-06-19` */
function pageRequests(lastDay: string, branches: number): PageRequest[] {
  const branch = (turn: number) => `branch=${1 + (turn % branches)}`;
  const days = (turn: number, count: number) => {
    const last = dayAfter(lastDay, -1 - turn);
    return `first=${dayAfter(last, 1 - count)}&last=${last}`;
  };
  const one = (name: string, path: string, query: (turn: number) => string): PageRequest => ({
    name,
    pathOf: (turn) => `/manager${path}?${branch(turn)}&${query(turn)}`,
  });
  const all = (name: string, count: number, filter = ''): PageRequest => ({
    name,
    // Different days than those of the same page without a filter, whose result is cached.
    pathOf: (turn) => `/manager/reports?branch=all&${days(filter === '' ? turn : turn + 100, count)}${filter}`,
  });
  return [
    { name: 'live', pathOf: (turn) => `/manager?${branch(turn)}` },
    one('history, a day', '/history', (turn) => days(turn, 1)),
    one('history, late courses of a year', '/history', (turn) => `${days(turn, 365)}&late=late`),
    one('history, a name in three years', '/history', (turn) => `${days(turn, 1_060)}&q=jansen${turn}`),
    one('history, the tables of a day', '/history', (turn) => `by=table&${days(turn, 1)}`),
    one('history, the tables of 31 days', '/history', (turn) => `by=table&${days(turn, 31)}`),
    one('reports, a week', '/reports', (turn) => days(turn, 7)),
    one('reports, a year', '/reports', (turn) => days(turn, 365)),
    all('reports, four weeks of all branches', 28),
    all('reports, a year of all branches', 365),
    all('reports, three years of all branches', 1_060),
    all('the same, medians by hour', 1_060, '&heat=median'),
    { name: 'deliveries', pathOf: (turn) => `/manager/deliveries?${branch(turn)}` },
    one('deliveries, text without matches', '/deliveries', (turn) => `q=nobody${turn}`),
    one('settings', '/settings', (turn) => `course=${1 + (turn % 5)}`),
  ];
}

/** Measures every page, in turn. The first turn is a warm-up. */
export async function measurePages(url: string, cookie: string, branches: number, times: number): Promise<Times[]> {
  const agent = new Agent({ keepAlive: true });
  const headers = { Cookie: cookie, Accept: 'text/html' };
  const newest = await expectOk(agent, `${url}/api/v1/history/courses?branch=1&limit=1`, { headers });
  const lastDay = /"startedAt":"(\d{4}-\d{2}-\d{2})/.exec(newest.text)?.[1];
  if (lastDay === undefined) throw new Error('the newest course has no start; reload the history with --fresh');
  const requests = pageRequests(lastDay, branches).map((request) => ({ ...request, ms: [] as number[] }));
  for (let turn = -1; turn < times; turn += 1)
    for (const { name, pathOf, ms } of requests) {
      const page = await expectOk(agent, `${url}${pathOf(turn + 1)}`, { headers });
      if (!page.text.includes('</html>')) throw new Error(`${name} returned an incomplete page`);
      if (turn >= 0) ms.push(page.ms);
    }
  agent.destroy();
  return requests.map(({ name, ms }) => ({ name, ms }));
}
