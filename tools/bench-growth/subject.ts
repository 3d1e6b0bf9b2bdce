import { constants, statSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { Agent } from 'node:http';
import path from 'node:path';
import { DAY_MS } from '../../lib/time-units';
import { signedHeaders } from '../../server/testing/pos-key';
import { builtServer, type ChildServer, startServer } from '../harness/child-server';
import { addSubscriptionAndScreens } from '../harness/data-folder';
import { LiveEvening } from '../harness/load/live-evening';
import { residentBytes } from '../harness/servers/resident-memory';
import type { CachedHistory } from '../load-history/cached-history';
import { expectOk, type TimedResponse } from './timed-request';

/** Queries for pages of history, by name. */
export type Page = { name: string; query: string };

/** A server with one length of history, and its timed requests. */
export type Subject = {
  courses: number;
  databaseBytes: number;
  pages: readonly Page[];
  /** Starts or restarts the server. Resolves to the ms that it took. */
  start: () => Promise<number>;
  /** Starts a course on every table. Call it once, before other requests. */
  fillTables: () => Promise<void>;
  health: () => Promise<TimedResponse>;
  deliver: () => Promise<TimedResponse>;
  board: () => Promise<TimedResponse>;
  history: (page: Page) => Promise<TimedResponse>;
  residentBytes: () => number;
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
  let agent = new Agent({ keepAlive: true, maxSockets: 1 });
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
    databaseBytes: statSync(path.join(dataDir, 'heatlamp.db')).size,
    get pages() {
      return pages;
    },
    async start() {
      await stop();
      agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const startedAt = performance.now();
      server = await startServer({ ...builtServer(), folder: dataDir });
      return performance.now() - startedAt;
    },
    async fillTables() {
      for (const posted of evening.opening(Date.now())) await post(posted);
      const { text } = await get(`/api/v1/history/courses?limit=1&to=${farBack}`);
      pages = pagesWith((JSON.parse(text) as { nextCursor: string }).nextCursor);
    },
    health: () => expectOk(agent, urlOf('/healthz'), {}),
    deliver: () => post(evening.next(Date.now())),
    board: () => get('/api/v1/board'),
    history: ({ query }) => get(`/api/v1/history/courses?${query}`),
    residentBytes: () => residentBytes(server?.pid ?? 0),
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
