import {
  machineText,
  megabytes,
  type Spread,
  spreadOf,
  spreadText,
  table,
  type Verdict,
  verdictTable,
} from '../harness/report';
import type { RequestFigures } from './growth-subject';

/** The results for one length of history, with one entry per round. */
export type Measurements = {
  courses: number;
  databaseBytes: number;
  /** Of the server's process, after its start and after all rounds. */
  idleBytes: number;
  residentBytes: number;
  startTimesMs: number[];
  requestFigures: RequestFigures[];
};

/** A figure for each length of history. */
type Figure = {
  name: string;
  spreads: Spread[];
  /** Ratio to the shortest history: the median of the ratios within each round, which cancels noise. */
  ratios: number[];
};

const BASELINE = 'baseline: GET /healthz, p50';
const ACKNOWLEDGED = 'acknowledgement, p50';
const BOARD = 'GET /api/v1/board, p50';
const HISTORY = 'history: ';

const MAX_RATIO = 1.3;
const MAX_PAGE_MS = 300;

export type Report = { isQuick: boolean; rounds: number; openCourses: number; measurements: Measurements[] };

/** The figures as Markdown: medians of the rounds, with minimum and maximum in brackets. */
export function reportText({ isQuick, rounds, openCourses, measurements }: Report): string {
  const figures = figuresOf(measurements);
  const [, ...longer] = measurements;
  const sizes = (name: string, of: (one: Measurements) => string) => [name, ...measurements.map(of)];
  const rows = [
    ...figures.map((figure) => [figure.name, ...figure.spreads.map(milliseconds), ...timesOf(figure)]),
    sizes('resident memory after the start', ({ idleBytes }) => megabytes(idleBytes)),
    sizes('resident memory after the run', ({ residentBytes }) => megabytes(residentBytes)),
    sizes('board as sent', ({ requestFigures }) => `${Math.round((requestFigures.at(-1)?.boardBytes ?? 0) / 1e3)} kB`),
    sizes('database', ({ databaseBytes }) => megabytes(databaseBytes)),
  ];
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
  const figure = (name: string, valuesOf: (of: Measurements) => number[]): Figure => {
    const values = measurements.map(valuesOf);
    const [shortest = []] = values;
    return {
      name,
      spreads: values.map(spreadOf),
      ratios: values.map((rounds) => spreadOf(rounds.map((value, round) => value / (shortest[round] ?? 0))).median),
    };
  };
  const requestFigure = (name: string, of: (round: RequestFigures) => number) =>
    figure(name, ({ requestFigures }) => requestFigures.map(of));
  const pages = Object.keys(measurements[0]?.requestFigures[0]?.pages ?? {});
  return [
    requestFigure(BASELINE, ({ health }) => health),
    requestFigure(ACKNOWLEDGED, ({ acknowledged }) => acknowledged.p50),
    requestFigure('acknowledgement, p99', ({ acknowledged }) => acknowledged.p99),
    requestFigure(BOARD, ({ board }) => board),
    ...pages.map((page) => requestFigure(`${HISTORY}${page}`, (round) => round.pages[page] ?? Number.NaN)),
    figure('start-up', ({ startTimesMs }) => startTimesMs),
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
    if (name.startsWith(HISTORY))
      return { promise: `${name} ≤ ${MAX_PAGE_MS} ms`, measured: `${ms.toFixed(1)} ms`, isMet: ms <= MAX_PAGE_MS };
    return [];
  });
}
