import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { percentile } from '../../lib/percentile';
import { DAY_MS } from '../../lib/time';
import { readConfig } from '../../server/config';
import { createServer } from '../../server/create-server';
import type { Reader } from '../../server/reader/queries';
import { everyCourse, type ReportFilter } from '../../server/reports/filter';
import { KEY, SUBSCRIPTION, signedHeaders } from '../../server/testing/pos-key';
import { expectOk } from '../bench/growth-subject';
import { builtServer, startServer } from '../harness/child-server';
import { LiveEvening } from '../harness/load-bodies';
import { residentBytes } from '../harness/process-figures';
import type { Measurements, Period, Times } from './findings';

/** Measures the reports of the reader, without HTTP, and returns the token of a new screen with view api. */
export async function measureReader(
  dataDir: string,
  branches: number,
  times: number,
): Promise<{ token: string; queries: Times[] }> {
  const read = readConfig({ DATA_DIR: dataDir });
  if (!read.ok) throw new Error(read.problems.join('; '));
  const log = { info: () => {}, warn: () => {} };
  const deps = { config: read.config, now: Date.now, newEpoch: randomUUID, log };
  const heatlamp = await createServer(deps, { pages: false });
  try {
    const numbers = Array.from({ length: branches }, (_, index) => index + 1);
    const queries = await measureQueries(heatlamp.core.reader, numbers, times);
    await heatlamp.command('subscription add', { id: SUBSCRIPTION, ...KEY });
    const screen = { name: 'Bench', branches: numbers, view: 'api' };
    const { token } = (await heatlamp.command('screen add', screen)) as { token: string };
    return { token, queries };
  } finally {
    await heatlamp.close();
  }
}

/** Measures in turn, so that a slow phase of the machine affects all queries. The first turn is a warm-up. */
async function measureQueries(reader: Reader, branches: number[], times: number): Promise<Times[]> {
  const filter = { ...everyCourse([1]), late: null };
  const { groups } = await reader.read('summary', { ...filter, groupBy: 'day' });
  const lastDay = Date.parse(groups.at(-1)?.key ?? '');
  const since = (days: number) => ({ ...filter, from: lastDay - days * DAY_MS });
  const periods: [Period, ReportFilter][] = [
    ['month', since(30)],
    ['year', since(364)],
    ['everything', everyCourse(branches)],
  ];
  const queries = periods.flatMap(([period, of]) => [
    { query: 'summary by course', period, send: () => reader.read('summary', { ...of, groupBy: 'course' }) },
    {
      ...{ query: 'report page', period },
      send: () => reader.read('report', { now: of, before: null, of: 'preparation', by: 'course', hasMedians: true }),
    },
  ]);
  const measured = queries.map(({ query, period }): Times => ({ query, period, courses: 0, ms: [] }));
  for (let turn = -1; turn < times; turn += 1)
    for (const [index, { send }] of queries.entries()) {
      const startedAt = performance.now();
      const answer = await send();
      const of = measured[index];
      if (of && turn >= 0) of.ms.push(performance.now() - startedAt);
      if (of && 'quality' in answer) of.courses = answer.quality.count;
      if (of && 'groups' in answer) of.courses = answer.groups.reduce((sum, { count }) => sum + count, 0);
    }
  return measured;
}

export type HttpScale = { rounds: number; roundMs: number };
const DELIVERIES_PER_SECOND = 50;

/** Starts the server of `npm start` on a folder, and measures how reports delay acknowledgements. */
export async function measureServer(
  dataDir: string,
  token: string,
  branches: number,
  scale: HttpScale,
): Promise<Pick<Measurements, 'quiet' | 'busy' | 'reports' | 'residentBytes'>> {
  const server = await startServer({ ...builtServer(), folder: dataDir });
  try {
    const started = residentBytes(server.pid);
    const measured = await measureAcknowledgements(server.url.origin, token, branches, scale);
    return { ...measured, residentBytes: { started, afterwards: residentBytes(server.pid) } };
  } finally {
    await server.stop();
  }
}

/** Measures acknowledgements in rounds with and without reports in turn, so that a slow phase affects both. */
async function measureAcknowledgements(url: string, token: string, branches: number, { rounds, roundMs }: HttpScale) {
  const evening = new LiveEvening(branches);
  const agent = new Agent({ keepAlive: true });
  const post = async ({ pathEvent, body }: { pathEvent: string; body: string }) => {
    const bytes = Buffer.from(body);
    const request = { method: 'POST', headers: signedHeaders(bytes), body: bytes } as const;
    return (await expectOk(agent, `${url}/webhooks/${pathEvent}`, request)).ms;
  };
  for (const posted of evening.opening(Date.now())) await post(posted);
  const measured = { quiet: [] as number[], busy: [] as number[], reports: 0 };
  for (let round = 0; round < 2 * rounds; round += 1) {
    const isBusy = round % 2 === 1;
    const reports = isBusy ? requestContinuously(url, token) : null;
    const times = await postAtRate(roundMs, () => post(evening.next(Date.now())));
    measured.reports += (await reports?.stop()) ?? 0;
    measured[isBusy ? 'busy' : 'quiet'].push(percentile(times, 0.99));
  }
  agent.destroy();
  return measured;
}

/** Posts at a constant rate, independent of the responses. */
async function postAtRate(forMs: number, post: () => Promise<number>): Promise<number[]> {
  const responses: Promise<number>[] = [];
  const startedAt = performance.now();
  const count = Math.round((forMs / 1000) * DELIVERIES_PER_SECOND);
  for (let index = 0; index < count; index += 1) {
    const due = startedAt + (index * 1000) / DELIVERIES_PER_SECOND;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    responses.push(post());
  }
  return Promise.all(responses);
}

const REPORTS = ['groupBy=branch', 'groupBy=day&branch=1', 'groupBy=course&branch=1&late=true'];

/** Requests one report after the other. `stop` resolves to the number of responses. */
function requestContinuously(url: string, token: string) {
  let isOver = false;
  let count = 0;
  const agent = new Agent();
  const requesting = (async () => {
    while (!isOver) {
      const path = `/api/v1/history/summary?${REPORTS[count % REPORTS.length]}`;
      await expectOk(agent, `${url}${path}`, { headers: { Authorization: `Bearer ${token}` } });
      count += 1;
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await requesting;
      agent.destroy();
      return count;
    },
  };
}
