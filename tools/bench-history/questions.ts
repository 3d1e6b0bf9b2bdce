import type { Reader } from '../../server/read/messages';
import { GROUPINGS } from '../../server/read/reports/groups';
import { everyCourse } from '../../server/read/reports/report-filter';

/** Something that pages ask of the reader; the `turn` makes it another question each time, so that none is remembered. */
export type Question = { name: string; ask: (reader: Reader, turn: number) => Promise<unknown> };

/** What is asked over HTTP: a path with its query. */
export type HttpQuestion = { name: string; pathOf: (turn: number) => string };

/** Everything, over all branches: there is no slower question. */
export function readerQuestions(branches: number): Question[] {
  const numbers = Array.from({ length: branches }, (_, index) => index + 1);
  const filter = (turn: number) => ({ ...everyCourse(numbers), from: turn });
  return [
    ...GROUPINGS.map((groupBy) => ({
      name: `summary by ${groupBy}`,
      ask: (reader: Reader, turn: number) => reader.read('summary', { ...filter(turn), groupBy }),
    })),
    {
      name: 'distribution of visits',
      ask: (reader, turn) => reader.read('distribution', { ...filter(turn), of: 'visit', bucketSeconds: null }),
    },
    { name: 'heat map', ask: (reader, turn) => reader.read('heat', filter(turn)) },
    { name: 'targets', ask: (reader, turn) => reader.read('targets', filter(turn)) },
    { name: 'trust', ask: (reader, turn) => reader.read('trust', filter(turn)) },
    { name: 'the POS beside us', ask: (reader, turn) => reader.read('posAgainstUs', filter(turn)) },
  ];
}

/** Over HTTP a summary is of one branch, but by branch. */
export function httpQuestions(): HttpQuestion[] {
  const since = (turn: number) => `from=${new Date(turn).toISOString()}`;
  return [
    ...GROUPINGS.map((groupBy) => ({
      name: `summary by ${groupBy}`,
      pathOf: (turn: number) =>
        `/api/v1/history/summary?groupBy=${groupBy}&${since(turn)}${groupBy === 'branch' ? '' : '&branch=1'}`,
    })),
    {
      name: 'summary of late mains by day',
      pathOf: (turn) => `/api/v1/history/summary?groupBy=day&branch=1&course=MA&late=true&${since(turn)}`,
    },
    {
      name: 'summary of one name by course',
      pathOf: (turn) => `/api/v1/history/summary?groupBy=course&branch=1&q=de%20Vries&${since(turn)}`,
    },
    { name: 'history, first page', pathOf: () => '/api/v1/history/courses?branch=1' },
    { name: 'history, late mains', pathOf: () => '/api/v1/history/courses?branch=1&course=MA&late=true' },
  ];
}

export const CSV_PATH = '/api/v1/history/courses.csv?branch=1';
