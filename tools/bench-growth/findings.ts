import type { Verdict } from '../harness/report';
import { type Spread, spreadOf } from '../harness/spread';
import type { RequestFigures } from './measure-requests';

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
export type Figure = {
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
