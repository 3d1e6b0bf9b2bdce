import { constants } from 'node:fs';
import { cp } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { percentile } from '../../lib/percentile';
import { DAY_MS } from '../../lib/time';
import { signedHeaders } from '../../server/testing/pos-key';
import { addSubscriptionAndScreens, builtServer, type ChildServer, startServer } from '../harness/child-server';
import { LiveEvening } from '../harness/load-bodies';
import type { CachedHistory } from '../load-history/cached-history';

/** Number of requests of each kind. */
export type RequestCounts = { deliveries: number; boards: number; pages: number };

/** Figures of one round: medians of latencies in ms. */
export type RequestFigures = {
  acknowledged: number;
  board: number;
  /** By the name of the page. */
  pages: Record<string, number>;
};

/** A response, and the ms from sending the request to the end of the body. */
type TimedResponse = { ms: number; status: number; text: string };

type TimedOptions = { method?: 'GET' | 'POST'; headers?: Record<string, string | number>; body?: Buffer };

const RESPONSE_TIMEOUT_MS = 60_000;

/** Queries for pages of history, by name. */
export type Page = { name: string; query: string };

/** A server with one length of history, and its timed requests. */
export type Subject = {
  courses: number;
  pages: readonly Page[];
  start: () => Promise<void>;
  /** Starts a course on every table. Call it once, before other requests. */
  fillTables: () => Promise<void>;
  deliver: () => Promise<TimedResponse>;
  board: () => Promise<TimedResponse>;
  history: (page: Page) => Promise<TimedResponse>;
  stop: () => Promise<void>;
};

/** Position of an old page, as a share of the history. */
const FAR_BACK = 0.1;

/** Copies a history into `folder`, and adds a subscription and a screen. */
export async function makeSubject(cached: CachedHistory, folder: string): Promise<Subject> {
  const { courses, until, branches } = cached.history;
  const dataDir = path.join(folder, String(courses));
  await cp(cached.dataDir, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
  const token = await prepare(dataDir);
  const evening = new LiveEvening(branches);
  const endedAt = Date.parse(until) + DAY_MS;
  const farBack = new Date(cached.startedAt + FAR_BACK * (endedAt - cached.startedAt)).toISOString();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let server: ChildServer | null = null;
  let pages: Page[] = [];

  const urlOf = (pathAndQuery: string) => `${server?.url.origin}${pathAndQuery}`;
  const get = (pathAndQuery: string) =>
    expectOk(agent, urlOf(pathAndQuery), { headers: { Authorization: `Bearer ${token}` } });
  const post = ({ pathEvent, body }: { pathEvent: string; body: string }) => {
    const bytes = Buffer.from(body);
    const headers = signedHeaders(bytes);
    return expectOk(agent, urlOf(`/webhooks/${pathEvent}`), { method: 'POST', headers, body: bytes });
  };
  const stop = async () => {
    agent.destroy();
    await server?.stop();
    server = null;
  };

  return {
    courses,
    get pages() {
      return pages;
    },
    async start() {
      server = await startServer({ ...builtServer(), folder: dataDir });
    },
    async fillTables() {
      for (const posted of evening.opening(Date.now())) await post(posted);
      const { text } = await get(`/api/v1/history/courses?limit=1&to=${farBack}`);
      pages = pagesWith((JSON.parse(text) as { nextCursor: string }).nextCursor);
    },
    deliver: () => post(evening.next(Date.now())),
    board: () => get('/api/v1/board'),
    history: ({ query }) => get(`/api/v1/history/courses?${query}`),
    stop,
  };
}

function pagesWith(cursorFarBack: string): Page[] {
  return [
    { name: 'first page', query: '' },
    { name: 'page far back, by cursor', query: `cursor=${cursorFarBack}` },
    { name: 'late mains', query: 'course=MA&late=true' },
    { name: 'one table', query: 'table=7' },
    { name: 'one name, common', query: `q=${encodeURIComponent('de Vries')}` },
    { name: 'one name, absent', query: 'q=Nobody-has-this-name' },
    { name: 'ready and never served', query: 'state=READYFORPICKUP' },
  ];
}

/** Adds a subscription and a screen. Resolves to the screen's token. */
async function prepare(folder: string): Promise<string> {
  const server = await startServer({ ...builtServer(), folder });
  const [token = ''] = await addSubscriptionAndScreens(folder, ['api']);
  await server.stop();
  return token;
}

/** Sends a request. @throws if there is no response within a minute */
function timedRequest(
  agent: Agent,
  url: string,
  { method = 'GET', headers = {}, body }: TimedOptions,
): Promise<TimedResponse> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const clientRequest = request(url, { method, agent, headers, timeout: RESPONSE_TIMEOUT_MS }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const ms = performance.now() - startedAt;
        resolve({ ms, status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') });
      });
    });
    clientRequest.once('timeout', () => clientRequest.destroy(new Error(`${url} did not respond in time`)));
    clientRequest.once('error', reject);
    clientRequest.end(body);
  });
}

/** The same. @throws if the status is not 200 */
export async function expectOk(agent: Agent, url: string, options: TimedOptions): Promise<TimedResponse> {
  const response = await timedRequest(agent, url, options);
  if (response.status !== 200) throw new Error(`${url} returned ${response.status}: ${response.text.slice(0, 200)}`);
  return response;
}

/** Measures every kind of request, one request at a time. */
export async function measureRequests(
  subject: Subject,
  { deliveries, boards, pages }: RequestCounts,
): Promise<RequestFigures> {
  const acknowledged = median(await repeat(deliveries, subject.deliver));
  const board = median(await repeat(boards, subject.board));
  const pageFigures: RequestFigures['pages'] = {};
  for (const page of subject.pages) pageFigures[page.name] = median(await repeat(pages, () => subject.history(page)));
  return { acknowledged, board, pages: pageFigures };
}

async function repeat(count: number, send: () => Promise<TimedResponse>): Promise<TimedResponse[]> {
  const responses: TimedResponse[] = [];
  for (let done = 0; done < count; done += 1) responses.push(await send());
  return responses;
}

function median(responses: readonly TimedResponse[]): number {
  return percentile(
    responses.map(({ ms }) => ms),
    0.5,
  );
}
