import { randomUUID } from 'node:crypto';
import { constants, statSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { Agent } from 'node:http';
import path from 'node:path';
import { readConfig } from '../../server/config';
import { createServer } from '../../server/create-server';
import type { CachedHistory } from '../load-history/cached-history';
import { KEY, SUBSCRIPTION, signedHeaders } from '../measure/pos-key';
import { LiveEvening } from './live-evening';
import { type RunningServer, startServer } from './server-process';
import { answered, type Timed } from './timed-request';

/** Queries for pages of history, by name. */
export type Page = { name: string; query: string };

/** One length of history with its server and its measurements. */
export type Subject = {
  courses: number;
  databaseBytes: number;
  pages: readonly Page[];
  /** Starts the server, or starts it again. Returns how long that took, in ms. */
  start: () => Promise<number>;
  /** Fills the tables with the evening's courses; once, before anything else is asked. */
  open: () => Promise<void>;
  health: () => Promise<Timed>;
  deliver: () => Promise<Timed>;
  board: () => Promise<Timed>;
  history: (page: Page) => Promise<Timed>;
  residentBytes: () => Promise<number | null>;
  stop: () => Promise<void>;
};

const BRANCH = 1;
/** Position of the page far back, as a share of the history from its start. */
const FAR_BACK = 0.1;
const DAY_MS = 86_400_000;

/** A copy of a history below `folder`, with a subscription and a screen of its own. */
export async function makeSubject(cached: CachedHistory, folder: string): Promise<Subject> {
  const { courses, until, branches } = cached.history;
  const dataDir = path.join(folder, String(courses));
  await cp(cached.dataDir, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
  const token = await prepare(dataDir);
  const evening = new LiveEvening(branches);
  const endedAt = Date.parse(until) + DAY_MS;
  const farBack = new Date(cached.beganAt + FAR_BACK * (endedAt - cached.beganAt)).toISOString();
  let agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let server: RunningServer | null = null;
  let pages: Page[] = [];

  const urlOf = (pathAndQuery: string) => `${server?.url}${pathAndQuery}`;
  const ask = (pathAndQuery: string) =>
    answered(agent, urlOf(pathAndQuery), { headers: { Authorization: `Bearer ${token}` } });
  const post = ({ pathEvent, body }: { pathEvent: string; body: string }) => {
    const bytes = Buffer.from(body);
    const headers = signedHeaders(bytes);
    return answered(agent, urlOf(`/webhooks/${pathEvent}`), { method: 'POST', headers, body: bytes });
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
      server = await startServer(dataDir);
      return server.startedMs;
    },
    async open() {
      for (const posted of evening.opening(Date.now())) await post(posted);
      const { text } = await ask(`/api/v1/history/courses?limit=1&to=${farBack}`);
      pages = pagesWith((JSON.parse(text) as { nextCursor: string }).nextCursor);
    },
    health: () => answered(agent, urlOf('/healthz'), {}),
    deliver: () => post(evening.next(Date.now())),
    board: () => ask('/api/v1/board'),
    history: ({ query }) => ask(`/api/v1/history/courses?${query}`),
    residentBytes: async () => (await server?.residentBytes()) ?? null,
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
    { name: 'one name, nobody’s', query: 'q=Nobody-has-this-name' },
    { name: 'ready and never served', query: 'state=READYFORPICKUP' },
  ];
}

/** Before the server runs: its command line would do the same. Returns the screen's token. */
async function prepare(dataDir: string): Promise<string> {
  const read = readConfig({ DATA_DIR: dataDir });
  if (!read.ok) throw new Error(read.problems.join('; '));
  const log = { info: () => {}, warn: () => {} };
  const deps = { config: read.config, now: Date.now, newEpoch: randomUUID, log };
  const heatlamp = await createServer(deps, { pages: false });
  try {
    await heatlamp.command('subscription add', { id: SUBSCRIPTION, ...KEY });
    const screen = { name: 'Bench', branches: [BRANCH], view: 'api' };
    return ((await heatlamp.command('screen add', screen)) as { token: string }).token;
  } finally {
    await heatlamp.close();
  }
}
