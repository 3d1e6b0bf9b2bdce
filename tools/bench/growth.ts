import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { LiveEvening } from '../harness/load-bodies';
import {
  log,
  machineText,
  type Spread,
  spreadOf,
  spreadText,
  table,
  type Verdict,
  verdictTable,
} from '../harness/report';
import { CACHE, cachedHistory } from '../load-history/cached-history';
import { makeSubject, measureRequests, type RequestCounts, type RequestFigures, type Subject } from './growth-subject';

/** The results for one length of history, with one entry per round. */
export type Measurements = {
  courses: number;
  requestFigures: RequestFigures[];
};

/** A figure for each length of history. */
type Figure = {
  name: string;
  spreads: Spread[];
  /** Ratio to the shortest history: the median of the ratios within each round, which cancels noise. */
  ratios: number[];
};

const ACKNOWLEDGED = 'acknowledgement, p50';
const BOARD = 'GET /api/v1/board, p50';
const PAGE = 'history: ';

const MAX_RATIO = 1.3;
const MAX_PAGE_MS = 300;

type Report = { isQuick: boolean; rounds: number; openCourses: number; measurements: Measurements[] };

type Plan = RequestCounts & { sizes: number[]; rounds: number };
const FULL: Plan = { sizes: [1_000, 100_000, 1_000_000], rounds: 9, deliveries: 150, boards: 40, pages: 6 };
const QUICK: Plan = { sizes: [1_000, 20_000], rounds: 3, deliveries: 60, boards: 20, pages: 4 };
/** Longer histories have more days, not busier ones. */
const HISTORY = { years: null, branches: 4, seed: 1 };

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
      for (const size of plan.sizes)
        subjects.push(await makeSubject(await cachedHistory({ ...HISTORY, courses: size }), folder));
      const measurements = await measure(subjects, plan);
      const openCourses = new LiveEvening(HISTORY.branches).open;
      process.stdout.write(reportText({ isQuick: quick === true, rounds: plan.rounds, openCourses, measurements }));
    } finally {
      for (const subject of subjects) await subject.stop();
    }
  });

/** Measures all servers in turn, so that a slow phase of the machine affects all of them. */
async function measure(subjects: readonly Subject[], plan: Plan): Promise<Measurements[]> {
  const measurements = new Map<Subject, Measurements>(
    subjects.map((subject) => [subject, { courses: subject.courses, requestFigures: [] }]),
  );
  for (const subject of subjects) {
    await subject.start();
    await subject.fillTables();
    // Warm-up, not counted.
    await measureRequests(subject, plan);
  }
  for (const [subject, { requestFigures }] of alternating(measurements, plan.rounds)) {
    requestFigures.push(await measureRequests(subject, plan));
    const p50 = spreadOf(requestFigures.map(({ acknowledged }) => acknowledged)).median;
    log(`${subject.courses} courses, round ${requestFigures.length}: acknowledged in ${p50.toFixed(1)} ms`);
  }
  return [...measurements.values()];
}

function* alternating(
  measurements: ReadonlyMap<Subject, Measurements>,
  rounds: number,
): Generator<[Subject, Measurements]> {
  for (let round = 0; round < rounds; round += 1)
    yield* round % 2 === 0 ? measurements : [...measurements].toReversed();
}

/** The figures as Markdown: medians of the rounds, with minimum and maximum in brackets. */
export function reportText({ isQuick, rounds, openCourses, measurements }: Report): string {
  const figures = figuresOf(measurements);
  const [, ...longer] = measurements;
  const rows = figures.map((figure) => [figure.name, ...figure.spreads.map(milliseconds), ...timesOf(figure)]);
  return `
**The same evening on a short and a long history**, by number of stored courses; ${openCourses} courses open, ${rounds} rounds in turn on separate servers, one request at a time.
${machineText(isQuick)}.

${table(['', ...measurements.map(sizeOf), ...longer.map((size) => `× at ${sizeOf(size)}`)], rows)}

At ${sizeOf(measurements.at(-1))} courses:

${verdictTable(verdictsOf(figures))}
`;
}

function timesOf({ ratios }: Figure): string[] {
  return ratios.slice(1).map((ratio) => ratio.toFixed(2));
}

function sizeOf(measurements: Pick<Measurements, 'courses'> | undefined): string {
  return (measurements?.courses ?? 0).toLocaleString('en');
}

function milliseconds(spread: Figure['spreads'][number]): string {
  return spreadText(spread, spread.median < 100 ? 2 : 0, ' ms');
}

/** The figures of a run in the order of the report. `measurements` start with the shortest history. */
export function figuresOf(measurements: readonly Measurements[]): Figure[] {
  const figure = (name: string, of: (round: RequestFigures) => number): Figure => {
    const values = measurements.map(({ requestFigures }) => requestFigures.map(of));
    const [shortest = []] = values;
    return {
      name,
      spreads: values.map(spreadOf),
      ratios: values.map((rounds) => spreadOf(rounds.map((value, round) => value / (shortest[round] ?? 0))).median),
    };
  };
  const pages = Object.keys(measurements[0]?.requestFigures[0]?.pages ?? {});
  return [
    figure(ACKNOWLEDGED, ({ acknowledged }) => acknowledged),
    figure(BOARD, ({ board }) => board),
    ...pages.map((page) => figure(`${PAGE}${page}`, (round) => round.pages[page] ?? Number.NaN)),
  ];
}

/** Compares the figures of the longest history with the promises. */
export function verdictsOf(figures: readonly Figure[]): Verdict[] {
  return figures.flatMap(({ name, spreads, ratios }) => {
    const ratio = ratios.at(-1) ?? Number.NaN;
    const ms = spreads.at(-1)?.median ?? Number.NaN;
    if (name === ACKNOWLEDGED || name === BOARD)
      return {
        promise: `${name} ≤ ${MAX_RATIO} times`,
        measured: `${ratio.toFixed(2)} times`,
        isMet: ratio <= MAX_RATIO,
      };
    if (name.startsWith(PAGE))
      return { promise: `${name} ≤ ${MAX_PAGE_MS} ms`, measured: `${ms.toFixed(1)} ms`, isMet: ms <= MAX_PAGE_MS };
    return [];
  });
}
