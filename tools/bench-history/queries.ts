import type { Reader } from '../../server/reader/queries';
import { GROUPINGS } from '../../server/reports/groups';
import { everyCourse } from '../../server/reports/report-filter';

/** A query of a page, with a different filter each time. */
export type ReaderQuery = { name: string; send: (reader: Reader) => Promise<unknown> };

/** A request over HTTP: a path with its query. */
export type HttpRequest = { name: string; pathOf: () => string };

/** Filters differ, because the reader caches results, but select the same courses. */
let count = 0;
const nextInstant = () => {
  count += 1;
  return count;
};

/** Every query, for all branches. */
export function readerQueries(branches: number): ReaderQuery[] {
  const numbers = Array.from({ length: branches }, (_, index) => index + 1);
  const filter = () => ({ ...everyCourse(numbers), from: nextInstant() });
  return [
    ...GROUPINGS.map((groupBy) => ({
      name: `summary by ${groupBy}`,
      send: (reader: Reader) => reader.read('summary', { ...filter(), groupBy }),
    })),
    {
      name: 'distribution of visits',
      send: (reader) => reader.read('distribution', { ...filter(), of: 'visit' }),
    },
    { name: 'heat map', send: (reader) => reader.read('heat', { ...filter(), hasMedians: true }) },
    { name: 'targets', send: (reader) => reader.read('targets', filter()) },
    { name: 'data quality', send: (reader) => reader.read('dataQuality', filter()) },
    { name: 'difference to the POS', send: (reader) => reader.read('posDifferenceOf', filter()) },
  ];
}

/** Every request of the API. A summary has one branch, unless it is grouped by branch. */
export function httpRequests(): HttpRequest[] {
  const since = () => `from=${new Date(nextInstant()).toISOString()}`;
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
