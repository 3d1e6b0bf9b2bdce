import { Agent, request } from 'node:http';
import { percentile } from '../../lib/percentile';
import { signedHeaders } from '../../server/testing/pos-key';
import { expectOk } from '../bench-growth/timed-request';
import { builtServer, type ChildServer, startServer } from '../harness/child-server';
import { LiveEvening } from '../harness/load/live-evening';
import { residentBytes } from '../harness/servers/resident-memory';
import { signIn } from '../harness/sign-in';
import type { Measurements, Times } from './findings';
import { measurePages } from './measure-pages';
import { CSV_PATH, httpRequests } from './queries';

export type HttpScale = { starts: number; times: number; rounds: number; roundMs: number };

const DELIVERIES_PER_SECOND = 50;
/** Its response needs everything that the server reads ahead after the start. */
const FIRST_REPORT_PATH = '/api/v1/history/summary?groupBy=branch';

type ServerMeasurements = Omit<Measurements, 'courses' | 'databaseBytes' | 'queries'>;

/** Starts the server of `npm start` on a folder, and measures all requests over HTTP. */
export async function measureServer(
  dataDir: string,
  { token, link }: { token: string; link: string },
  branches: number,
  scale: HttpScale,
): Promise<ServerMeasurements> {
  const firstReports: number[] = [];
  let server: ChildServer | null = null;
  let started = 0;
  try {
    for (let start = 0; start < scale.starts; start += 1) {
      await server?.stop();
      server = await startServer({ ...builtServer(), folder: dataDir });
      started = residentBytes(server.pid);
      firstReports.push(await timeOf(server.url.origin, token, FIRST_REPORT_PATH));
    }
    if (!server) throw new Error('no server was started');
    const url = server.url.origin;
    const readAhead = residentBytes(server.pid);
    const requests = await measureRequests(url, token, scale.times);
    const pages = await measurePages(url, await signIn(url, link), branches, scale.times);
    const { quiet, busy, reports } = await measureAcknowledgements(url, token, branches, scale);
    const memory = { started, readAhead, afterwards: residentBytes(server.pid) };
    return { requests, pages, firstReports, quiet, busy, reports, residentBytes: memory };
  } finally {
    await server?.stop();
  }
}

async function measureRequests(url: string, token: string, times: number): Promise<Times[]> {
  const requests = [...httpRequests(), { name: 'CSV, first bytes', pathOf: () => CSV_PATH }].map((request) => ({
    ...request,
    ms: [] as number[],
  }));
  for (let turn = -1; turn < times; turn += 1)
    for (const { pathOf, ms } of requests) {
      const path = pathOf();
      const elapsedMs = path === CSV_PATH ? await firstBytes(url, token, path) : await timeOf(url, token, path);
      if (turn >= 0) ms.push(elapsedMs);
    }
  return requests.map(({ name, ms }) => ({ name, ms }));
}

async function timeOf(url: string, token: string, path: string): Promise<number> {
  const agent = new Agent();
  const { ms } = await expectOk(agent, `${url}${path}`, { headers: { Authorization: `Bearer ${token}` } });
  agent.destroy();
  return ms;
}

/** Measures until the first chunk of the body. */
function firstBytes(url: string, token: string, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const headers = { Authorization: `Bearer ${token}` };
    const clientRequest = request(`${url}${path}`, { agent: false, headers }, (response) => {
      response.once('data', () => {
        resolve(performance.now() - startedAt);
        clientRequest.destroy();
      });
      response.once('error', () => {});
    });
    clientRequest.once('error', reject);
    clientRequest.end();
  });
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

/** Requests one report after the other. `stop` resolves to the number of responses. */
function requestContinuously(url: string, token: string) {
  let isOver = false;
  let count = 0;
  const requesting = (async () => {
    const requests = httpRequests();
    while (!isOver) {
      const request = requests[count % requests.length];
      if (request) await timeOf(url, token, request.pathOf());
      count += 1;
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await requesting;
      return count;
    },
  };
}
