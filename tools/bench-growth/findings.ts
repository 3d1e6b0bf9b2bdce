import type { Verdict } from '../harness/report';
import { type Spread, spreadOf } from '../harness/spread';
import type { Visit } from './visit';

/** The results for one length of history: a number for each round. */
export type Found = {
  courses: number;
  databaseBytes: number;
  /** Of the server's process, after its start and after all rounds. */
  idleBytes: number;
  residentBytes: number;
  startsMs: number[];
  visits: Visit[];
};

/** One measurement for each length of history. */
export type Figure = {
  name: string;
  spreads: Spread[];
  /** Multiple of the shortest history: the median of the ratios within each round, which cancels noise. */
  ratios: number[];
};

const BASELINE = 'baseline: GET /healthz, p50';
const ACKNOWLEDGED = 'acknowledgement, p50';
const BOARD = 'GET /api/v1/board, p50';
const HISTORY = 'history: ';

const MOST_TIMES = 1.3;
const PAGE_MS = 300;

/** The figures of a run, in the order in which they are shown; `found` from the shortest history to the longest. */
export function figuresOf(found: readonly Found[]): Figure[] {
  const figure = (name: string, valuesOf: (of: Found) => number[]): Figure => {
    const values = found.map(valuesOf);
    const [shortest = []] = values;
    return {
      name,
      spreads: values.map(spreadOf),
      ratios: values.map((rounds) => spreadOf(rounds.map((value, round) => value / (shortest[round] ?? 0))).median),
    };
  };
  const visited = (name: string, ofVisit: (visit: Visit) => number) =>
    figure(name, ({ visits }) => visits.map(ofVisit));
  const pages = Object.keys(found[0]?.visits[0]?.pages ?? {});
  return [
    visited(BASELINE, ({ health }) => health),
    visited(ACKNOWLEDGED, ({ acknowledged }) => acknowledged.p50),
    visited('acknowledgement, p99', ({ acknowledged }) => acknowledged.p99),
    visited(BOARD, ({ board }) => board),
    ...pages.map((page) => visited(`${HISTORY}${page}`, (visit) => visit.pages[page] ?? Number.NaN)),
    figure('start-up', ({ startsMs }) => startsMs),
  ];
}

/** Whether the promises hold for the longest history. */
export function verdictsOf(figures: readonly Figure[]): Verdict[] {
  return figures.flatMap(({ name, spreads, ratios }) => {
    const ratio = ratios.at(-1) ?? Number.NaN;
    const ms = spreads.at(-1)?.median ?? Number.NaN;
    if (name === ACKNOWLEDGED || name === BOARD)
      return {
        promise: `${name} ≤ ${MOST_TIMES} times`,
        measured: `${ratio.toFixed(2)} times`,
        isMet: ratio <= MOST_TIMES,
      };
    if (name.startsWith(HISTORY))
      return { promise: `${name} ≤ ${PAGE_MS} ms`, measured: `${ms.toFixed(1)} ms`, isMet: ms <= PAGE_MS };
    return [];
  });
}
