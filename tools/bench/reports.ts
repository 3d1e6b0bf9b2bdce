import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { cp } from 'node:fs/promises';
import { Command } from 'commander';
import { percentile } from '../../lib/percentile';
import { DAY_MS } from '../../lib/time';
import { readConfig } from '../../server/config';
import { createServer } from '../../server/create-server';
import type { Reader } from '../../server/reader/queries';
import { everyCourse, type ReportFilter } from '../../server/reports/filter';
import { KEY, SUBSCRIPTION } from '../../server/testing/pos-key';
import { builtServer, makeDataFolder, startServer } from '../harness/child-server';
import { startLoad } from '../harness/load-client';
import { log, machineText, spreadOf, spreadText, table, type Verdict, verdictTable } from '../harness/report';
import { CACHE, cachedHistory } from '../load-history/cached-history';

/** The courses that a report covers, and the time in ms in which it is promised. */
const PERIODS = {
  month: { name: 'a month of one branch', withinMs: 150 },
  year: { name: 'a year of one branch', withinMs: 600 },
  everything: { name: 'all courses of all branches', withinMs: 6_000 },
} as const;
type Period = keyof typeof PERIODS;

/** All latencies of a query in ms, and the number of courses that it covers. */
type Times = { query: string; period: Period; courses: number; ms: number[] };

/** The results for one length of history. Latencies in ms. */
type Measurements = {
  courses: number;
  queries: Times[];
  /** p99 of acknowledgements without reports, and while reports run, for each round. */
  quiet: number[];
  busy: number[];
};

/** How often each query is sent, and how many rounds of deliveries there are with and without reports. */
type Scale = { courses: number; times: number; rounds: number; roundMs: number };

const FULL: Scale = { courses: 1_000_000, times: 5, rounds: 5, roundMs: 10_000 };
const QUICK: Scale = { courses: 20_000, times: 3, rounds: 2, roundMs: 3_000 };
/** With a million courses, 110,000 in a year of each branch. */
const HISTORY = { years: 2.25, branches: 4, seed: 1 };
const MAX_ACKNOWLEDGEMENT_MS = 100;
const DELIVERIES_PER_SECOND = 50;
const TIMEOUT_MS = 60_000;
const REPORTS = ['groupBy=branch', 'groupBy=day&branch=1', 'groupBy=course&branch=1&late=true'];

export const reports = new Command('reports')
  .description(
    `Measures reports of four branches, and how they delay deliveries. The loaded history stays in ${CACHE} (a million courses take ten minutes to load) and is copied for each run.`,
  )
  .option('--quick', '20,000 courses; a short run to test the bench')
  .action(async ({ quick }: { quick?: true }) => {
    // Created files contain names of guests, like a data folder.
    process.umask(0o077);
    const measurements = await measure(quick ? QUICK : FULL);
    process.stdout.write(reportText(measurements, quick === true));
  });

async function measure(scale: Scale): Promise<Measurements> {
  const { courses } = scale;
  const cached = await cachedHistory({ ...HISTORY, courses });
  const { folder, remove } = makeDataFolder();
  try {
    await cp(cached.dataDir, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
    log(`${courses} courses: querying the reader`);
    const { token, queries } = await measureReader(folder, HISTORY.branches, scale.times);
    log(`${courses} courses: requesting reports over HTTP, with deliveries`);
    return { courses, queries, ...(await measureServer(folder, token, HISTORY.branches, scale)) };
  } finally {
    remove();
  }
}

function verdictsOf({ queries, quiet, busy }: Measurements): Verdict[] {
  const periods = Object.entries(PERIODS).map(([period, { name, withinMs }]): Verdict => {
    const medians = queries.filter((times) => times.period === period).map(({ ms }) => percentile(ms, 0.5));
    const slowest = Math.max(...medians, Number.NEGATIVE_INFINITY);
    return {
      promise: `every report of ${name} within ${withinMs} ms`,
      measured: medians.length === 0 ? 'nothing was measured' : `${slowest.toFixed(0)} ms`,
      isMet: medians.length > 0 && slowest <= withinMs,
    };
  });
  const whileBusy = percentile(busy, 0.5);
  return [
    ...periods,
    {
      promise: `acknowledgement p99 at most ${MAX_ACKNOWLEDGEMENT_MS} ms while reports run`,
      measured: `${whileBusy.toFixed(1)} ms, and ${percentile(quiet, 0.5).toFixed(1)} ms without`,
      isMet: whileBusy <= MAX_ACKNOWLEDGEMENT_MS,
    },
  ];
}

/** The figures as Markdown. */
function reportText(measurements: Measurements, isQuick: boolean): string {
  const { courses, queries, quiet, busy } = measurements;
  const rounds = (ms: number[]) => spreadText(spreadOf(ms), 1, ' ms');
  const rows = [
    ...queries.map(({ query, period, courses: of, ms }) => [
      `${query}, ${PERIODS[period].name} (${of.toLocaleString('en')} courses)`,
      `${percentile(ms, 0.5).toFixed(1)} / ${percentile(ms, 0.95).toFixed(1)} ms`,
    ]),
    ['acknowledgement p99, quiet', rounds(quiet)],
    ['acknowledgement p99, while reports run', rounds(busy)],
  ];
  return `
**Reports on ${courses.toLocaleString('en')} stored courses**: p50 / p95 of queries, one at a time, and medians of rounds with minimum and maximum.
${machineText(isQuick)}.

${table(['', ''], rows)}

${verdictTable(verdictsOf(measurements))}
`;
}

/** Measures the reports of the reader, without HTTP, and returns the token of a new screen with view api. */
async function measureReader(
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

/**
 * Starts the server of `npm start` on a folder, and measures acknowledgements in rounds with and without reports in turn,
 * so that a slow phase affects both.
 */
async function measureServer(
  folder: string,
  token: string,
  branches: number,
  { rounds, roundMs }: Pick<Scale, 'rounds' | 'roundMs'>,
): Promise<Pick<Measurements, 'quiet' | 'busy'>> {
  const server = await startServer({ ...builtServer(), folder });
  const load = await startLoad({ branches });
  const port = Number(server.url.port);
  const measured = { quiet: [] as number[], busy: [] as number[] };
  try {
    await load.post({ kind: 'opening', port }, TIMEOUT_MS);
    for (let round = 0; round < 2 * rounds; round += 1) {
      const name = round % 2 === 1 ? 'busy' : 'quiet';
      const stopReports = name === 'busy' ? requestReports(server.url, token) : async () => {};
      const count = Math.round((roundMs / 1_000) * DELIVERIES_PER_SECOND);
      const request = { kind: 'rate', ports: [port], perSecond: DELIVERIES_PER_SECOND, count } as const;
      const { latenciesMs } = await load.post(request, roundMs + TIMEOUT_MS);
      await stopReports();
      measured[name].push(percentile(latenciesMs, 0.99));
    }
    return measured;
  } finally {
    await load.stop();
    await server.stop();
  }
}

/** Requests one report after the other. Call the result to stop. @throws there, if one was refused */
function requestReports(url: URL, token: string): () => Promise<void> {
  let isOver = false;
  const requesting = (async () => {
    for (let count = 0; !isOver; count += 1) {
      const address = new URL(`/api/v1/history/summary?${REPORTS[count % REPORTS.length]}`, url);
      const response = await fetch(address, { headers: { Authorization: `Bearer ${token}` } });
      await response.text();
      if (!response.ok) throw new Error(`${address} returned ${response.status}`);
    }
  })();
  requesting.catch(() => {});
  return () => {
    isOver = true;
    return requesting;
  };
}
