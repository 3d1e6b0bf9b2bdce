import { constants, rmSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { percentile } from '../../lib/percentile';
import { DAY_MS } from '../../lib/time';
import { signedHeaders } from '../../server/testing/pos-key';
import { addSubscriptionAndScreens, builtServer, startServer } from '../harness/child-server';
import { LiveEvening, type Posted } from '../harness/load-bodies';
import { log, machineText, spreadOf, spreadText, table, verdictTable } from '../harness/report';
import { CACHE, cachedHistory } from '../load-history/cached-history';

const ACKNOWLEDGED = 'acknowledgement';
const BOARD = 'GET /api/v1/board';
/** With the longest history, against the shortest. */
const MAX_RATIO = 1.3;
const MAX_PAGE_MS = 300;

/** Numbers of requests of each kind in a round. */
type Plan = { sizes: number[]; rounds: number; deliveries: number; boards: number; pages: number };
const FULL: Plan = { sizes: [1_000, 100_000, 1_000_000], rounds: 9, deliveries: 150, boards: 40, pages: 6 };
const QUICK: Plan = { sizes: [1_000, 20_000], rounds: 3, deliveries: 60, boards: 20, pages: 4 };
/** Longer histories have more days, not busier ones. */
const HISTORY = { years: null, branches: 4, seed: 1 };
const COURSES_PER_DAY = 1_000;
/** How old an old page is, as a share of the history. */
const FAR_BACK = 0.9;
const RESPONSE_TIMEOUT_MS = 60_000;

type TimedRequest = [name: string, times: number, send: () => Promise<unknown>];

/** A server with one length of history, its requests by name, and the median ms of each in every round. */
type Subject = {
  courses: number;
  requests: TimedRequest[];
  medians: Map<string, number[]>;
  stop: () => Promise<void>;
};

export const growth = new Command('growth')
  .description(
    `Measures the same evening on histories of different length. The loaded histories stay in ${CACHE} (some 4 GB; a million courses take ten minutes to load) and are copied for each run; a change of the models, the loader or the rules reloads them. Remove the folder to free the space.`,
  )
  .option('--quick', 'only 1,000 and 20,000 courses; a short run to test the bench')
  .action(async ({ quick }: { quick?: true }) => {
    const plan = quick ? QUICK : FULL;
    // Created files contain names of guests, like a data folder.
    process.umask(0o077);
    const folder = await mkdtemp(path.join(tmpdir(), 'heatlamp-growth-'));
    // Always removed, because it contains gigabytes.
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const subjects: Subject[] = [];
    try {
      for (const courses of plan.sizes) subjects.push(await openSubject(courses, folder, plan));
      // The first round is a warm-up. In turn, so that a slow phase of the machine affects all of them.
      for (let round = 0; round <= plan.rounds; round += 1)
        for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) await measure(subject, round > 0);
      process.stdout.write(reportText(subjects, plan.rounds, quick === true));
    } finally {
      for (const { stop } of subjects) await stop();
    }
  });

/** Starts a server on a copy of a history, with a course on every table of the evening. */
async function openSubject(courses: number, folder: string, plan: Plan): Promise<Subject> {
  const { dataDir, history } = await cachedHistory({ ...HISTORY, courses });
  const copy = path.join(folder, String(courses));
  await cp(dataDir, copy, { recursive: true, mode: constants.COPYFILE_FICLONE });
  const { url, stop } = await startServer({ ...builtServer(), folder: copy });
  const [token = ''] = await addSubscriptionAndScreens(copy, ['api']);
  const send = async (address: string, options: RequestInit) => {
    const response = await fetch(new URL(address, url), {
      ...options,
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${address} returned ${response.status}: ${text.slice(0, 200)}`);
    return text;
  };
  const get = (address: string) => send(address, { headers: { Authorization: `Bearer ${token}` } });
  const post = ({ path: address, body }: Posted) =>
    send(address, { method: 'POST', headers: signedHeaders(body), body });
  const evening = new LiveEvening(HISTORY.branches);
  for (const posted of evening.opening(Date.now())) await post(posted);
  const daysBack = FAR_BACK * (courses / COURSES_PER_DAY - 1);
  const farBack = new Date(Date.parse(history.until) + (0.5 - daysBack) * DAY_MS).toISOString();
  const old = await get(`/api/v1/history/courses?limit=1&to=${farBack}`);
  const pages = {
    'first page': '',
    'page far back, by cursor': `cursor=${(JSON.parse(old) as { nextCursor: string }).nextCursor}`,
    'late mains': 'course=MA&late=true',
    'one table': 'table=7',
    'one name, common': `q=${encodeURIComponent('de Vries')}`,
    'one name, absent': 'q=Nobody-has-this-name',
    'ready and never served': 'state=READYFORPICKUP',
  };
  return {
    courses,
    requests: [
      [ACKNOWLEDGED, plan.deliveries, () => post(evening.next(Date.now()))],
      [BOARD, plan.boards, () => get('/api/v1/board?branch=1')],
      ...Object.entries(pages).map(
        ([name, query]): TimedRequest => [
          `history: ${name}`,
          plan.pages,
          () => get(`/api/v1/history/courses?${query}`),
        ],
      ),
    ],
    medians: new Map(),
    stop,
  };
}

/** Measures every kind of request, one request at a time. */
async function measure({ courses, requests, medians }: Subject, counts: boolean): Promise<void> {
  for (const [name, times, send] of requests) {
    const ms: number[] = [];
    for (let done = 0; done < times; done += 1) {
      const sentAt = performance.now();
      await send();
      ms.push(performance.now() - sentAt);
    }
    if (counts) medians.set(name, [...(medians.get(name) ?? []), percentile(ms, 0.5)]);
  }
  log(`${courses} courses: ${medians.get(ACKNOWLEDGED)?.at(-1)?.toFixed(1) ?? 'warming up'}`);
}

/** The figures as Markdown: medians of the rounds, with minimum and maximum in brackets. */
function reportText(subjects: readonly Subject[], rounds: number, isQuick: boolean): string {
  const [shortest, longest] = [subjects[0], subjects.at(-1)];
  const names = [...(shortest?.medians.keys() ?? [])];
  /** The median of the ratios within each round, which cancels noise. */
  const ratioOf = (name: string) => {
    const short = shortest?.medians.get(name) ?? [];
    return spreadOf((longest?.medians.get(name) ?? []).map((ms, round) => ms / (short[round] ?? Number.NaN))).median;
  };
  const rows = names.map((name) => [
    name,
    ...subjects.map(({ medians }) => spreadText(spreadOf(medians.get(name) ?? []), 2, ' ms')),
    ratioOf(name).toFixed(2),
  ]);
  const verdicts = names.map((name) => {
    const isRatio = name === ACKNOWLEDGED || name === BOARD;
    const value = isRatio ? ratioOf(name) : spreadOf(longest?.medians.get(name) ?? []).median;
    return {
      promise: `${name} ≤ ${isRatio ? `${MAX_RATIO} times` : `${MAX_PAGE_MS} ms`}`,
      measured: value.toFixed(2),
      isMet: value <= (isRatio ? MAX_RATIO : MAX_PAGE_MS),
    };
  });
  return `
**The same evening on a short and a long history**, by number of stored courses; ${rounds} rounds in turn on separate servers, one request at a time.
${machineText(isQuick)}.

${table(['', ...subjects.map(({ courses }) => String(courses)), 'ratio'], rows)}

${verdictTable(verdicts)}
`;
}
