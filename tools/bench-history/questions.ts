import type { Reader } from '../../server/reader/queries';
import { GROUPINGS } from '../../server/reports/groups';
import { everyCourse } from '../../server/reports/report-filter';

/** A query of pages to the reader, with another filter each time. */
export type Question = { name: string; ask: (reader: Reader) => Promise<unknown> };

/** A request over HTTP: a path with its query. */
export type HttpQuestion = { name: string; pathOf: () => string };

/** All filters select the same courses, but no two are equal, because the reader caches results. */
let count = 0;
const sinceAnother = () => {
  count += 1;
  return count;
};

/** Everything over all branches, the slowest query. */
export function readerQuestions(branches: number): Question[] {
  const numbers = Array.from({ length: branches }, (_, index) => index + 1);
  const filter = () => ({ ...everyCourse(numbers), from: sinceAnother() });
  return [
    ...GROUPINGS.map((groupBy) => ({
      name: `summary by ${groupBy}`,
      ask: (reader: Reader) => reader.read('summary', { ...filter(), groupBy }),
    })),
    {
      name: 'distribution of visits',
      ask: (reader) => reader.read('distribution', { ...filter(), of: 'visit', bucketSeconds: null }),
    },
    { name: 'heat map', ask: (reader) => reader.read('heat', { ...filter(), hasMedians: true }) },
    { name: 'targets', ask: (reader) => reader.read('targets', filter()) },
    { name: 'data quality', ask: (reader) => reader.read('dataQuality', filter()) },
    { name: 'the POS beside us', ask: (reader) => reader.read('posDifferenceOf', filter()) },
  ];
}

/** Over HTTP a summary has one branch, unless it is grouped by branch. */
export function httpQuestions(): HttpQuestion[] {
  const since = () => `from=${new Date(sinceAnother()).toISOString()}`;
  return [
    ...GROUPINGS.map((groupBy) => ({
      name: `summary by ${groupBy}`,
      pathOf: () => `/api/v1/history/summary?groupBy=${groupBy}&${since()}${groupBy === 'branch' ? '' : '&branch=1'}`,
    })),
    {
      name: 'summary of late mains by day',
      pathOf: () => `/api/v1/history/summary?groupBy=day&branch=1&course=MA&late=true&${since()}`,
    },
    {
      name: 'summary of one name by course',
      pathOf: () => `/api/v1/history/summary?groupBy=course&branch=1&q=de%20Vries&${since()}`,
    },
    { name: 'history, first page', pathOf: () => '/api/v1/history/courses?branch=1' },
    { name: 'history, late mains', pathOf: () => '/api/v1/history/courses?branch=1&course=MA&late=true' },
  ];
}

export const CSV_PATH = '/api/v1/history/courses.csv?branch=1';
