import { Agent, request } from 'node:http';
import { percentile } from '../../lib/percentile';
import { LiveEvening } from '../bench-growth/live-evening';
import { expectOk } from '../bench-growth/timed-request';
import { builtServer, type ChildServer, startServer } from '../harness/child-server';
import { signedHeaders } from '../harness/pos-key';
import { residentBytes } from '../harness/servers/resident-memory';
import { askPages, signIn } from './ask-pages';
import type { Found, Times } from './findings';
import { CSV_PATH, httpQuestions } from './questions';

export type HttpScale = { starts: number; times: number; rounds: number; roundMs: number };

const DELIVERIES_A_SECOND = 50;
/** Its answer needs everything that is read ahead, so it replaces a pause. */
const READ_AHEAD_PATH = '/api/v1/history/summary?groupBy=branch';

type Answers = Omit<Found, 'courses' | 'databaseBytes' | 'queried'>;

/** Starts the server of `npm start` on a folder, and measures all requests over HTTP. */
export async function sendCommand(
  dataDir: string,
  { token, link }: { token: string; link: string },
  branches: number,
  scale: HttpScale,
): Promise<Answers> {
  const firstAnswers: number[] = [];
  let server: ChildServer | null = null;
  let started = 0;
  try {
    for (let start = 0; start < scale.starts; start += 1) {
      await server?.stop();
      server = await startServer({ ...builtServer(), folder: dataDir });
      started = residentBytes(server.pid);
      firstAnswers.push(await timeOf(server.url.origin, token, READ_AHEAD_PATH));
    }
    if (!server) throw new Error('no server was started');
    const url = server.url.origin;
    const readAhead = residentBytes(server.pid);
    const answers = await askAll(url, token, scale.times);
    const opened = await askPages(url, await signIn(url, link), branches, scale.times);
    const { quiet, busy, reports } = await acknowledge(url, token, branches, scale);
    const memory = { started, readAhead, afterwards: residentBytes(server.pid) };
    return { answered: answers, opened, firstAnswers, quiet, busy, reports, residentBytes: memory };
  } finally {
    await server?.stop();
  }
}

async function askAll(url: string, token: string, times: number): Promise<Times[]> {
  const questions = [...httpQuestions(), { name: 'CSV, first bytes', pathOf: () => CSV_PATH }].map((question) => ({
    ...question,
    ms: [] as number[],
  }));
  for (let turn = -1; turn < times; turn += 1)
    for (const { pathOf, ms } of questions) {
      const path = pathOf();
      const took = path === CSV_PATH ? await firstBytes(url, token, path) : await timeOf(url, token, path);
      if (turn >= 0) ms.push(took);
    }
  return questions.map(({ name, ms }) => ({ name, ms }));
}

async function timeOf(url: string, token: string, path: string): Promise<number> {
  const agent = new Agent();
  const { ms } = await expectOk(agent, `${url}${path}`, { headers: { Authorization: `Bearer ${token}` } });
  agent.destroy();
  return ms;
}

/** Measures until the first piece of the body. */
function firstBytes(url: string, token: string, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const headers = { Authorization: `Bearer ${token}` };
    const sent = request(`${url}${path}`, { agent: false, headers }, (response) => {
      response.once('data', () => {
        resolve(performance.now() - startedAt);
        sent.destroy();
      });
      response.once('error', () => {});
    });
    sent.once('error', reject);
    sent.end();
  });
}

/** Rounds with and without reports in turn, so that a slow phase of the machine affects both. */
async function acknowledge(url: string, token: string, branches: number, { rounds, roundMs }: HttpScale) {
  const evening = new LiveEvening(branches);
  const agent = new Agent({ keepAlive: true });
  const post = async ({ pathEvent, body }: { pathEvent: string; body: string }) => {
    const bytes = Buffer.from(body);
    const request = { method: 'POST', headers: signedHeaders(bytes), body: bytes } as const;
    return (await expectOk(agent, `${url}/webhooks/${pathEvent}`, request)).ms;
  };
  for (const posted of evening.opening(Date.now())) await post(posted);
  const found = { quiet: [] as number[], busy: [] as number[], reports: 0 };
  for (let round = 0; round < 2 * rounds; round += 1) {
    const isBusy = round % 2 === 1;
    const reports = isBusy ? keepAsking(url, token) : null;
    const times = await steadily(roundMs, () => post(evening.next(Date.now())));
    found.reports += (await reports?.stop()) ?? 0;
    found[isBusy ? 'busy' : 'quiet'].push(percentile(times, 0.99));
  }
  agent.destroy();
  return found;
}

/** Posts at a steady rate, independent of the answers. */
async function steadily(forMs: number, post: () => Promise<number>): Promise<number[]> {
  const waiting: Promise<number>[] = [];
  const beganAt = performance.now();
  const count = Math.round((forMs / 1000) * DELIVERIES_A_SECOND);
  for (let sent = 0; sent < count; sent += 1) {
    const due = beganAt + (sent * 1000) / DELIVERIES_A_SECOND;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    waiting.push(post());
  }
  return Promise.all(waiting);
}

/** Requests one report after the other. Stopping returns how many were answered. */
function keepAsking(url: string, token: string) {
  let isOver = false;
  let count = 0;
  const asking = (async () => {
    const questions = httpQuestions();
    while (!isOver) {
      const question = questions[count % questions.length];
      if (question) await timeOf(url, token, question.pathOf());
      count += 1;
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await asking;
      return count;
    },
  };
}
