import { expect, it } from 'vitest';
import type { ManagerBranch } from '../manager/manager-branch';
import { parsePageQuery } from '../manager/page-query';
import { coursesCsv, figuresCsv } from './csv-address';

const branch: ManagerBranch = {
  number: 2,
  name: null,
  timeZone: 'Europe/Amsterdam',
  cutOffMinute: 240,
  services: [{ name: 'dinner', startMinute: 960 }],
  courses: [],
  now: Date.parse('2026-06-19T19:42:00+02:00'),
};
const parametersOf = (query: string) => {
  const pageQuery = parsePageQuery(new URLSearchParams(query), [branch], { period: 'last-7', mayAskAll: true });
  const [path, text] = coursesCsv(pageQuery, branch).split('?');
  expect(path).toBe('/api/v1/history/courses.csv');
  return Object.fromEntries(new URLSearchParams(text));
};

it('the address has the days as instants of the branch, and nothing else without filters', () => {
  expect(parametersOf('first=2026-06-19')).toEqual({
    branch: '2',
    from: '2026-06-19T02:00:00.000Z',
    to: '2026-06-20T02:00:00.000Z',
  });
});

it('the address has every filter by its name in the contract', () => {
  const query =
    'first=2026-06-19&service=dinner&course=MA&table=12%2F2&kind=table&late=in-time&state=ready&guests=4&weekday=5&hour=19&q=de+Vries&of=passWait';
  expect(parametersOf(query)).toMatchObject({
    service: 'dinner',
    course: 'MA',
    table: '12/2',
    orderKind: 'table',
    late: 'false',
    state: 'READYFORPICKUP',
    guests: '4',
    weekday: '5',
    hour: '19',
    q: 'de Vries',
  });
});

it('the address has no end if there is no time limit', () => {
  expect(parametersOf('period=all')).toEqual({ branch: '2' });
});

it('the address of the figures has the same filters and the page’s grouping', () => {
  const pageQuery = (query: string) =>
    parsePageQuery(new URLSearchParams(query), [branch], { period: 'last-7', mayAskAll: true });
  expect(figuresCsv(pageQuery('first=2026-06-19&course=MA'), 'hour')).toBe(
    `/api/v1/history/summary.csv?${new URLSearchParams({
      branch: '2',
      from: '2026-06-19T02:00:00.000Z',
      to: '2026-06-20T02:00:00.000Z',
      course: 'MA',
      groupBy: 'hour',
    })}`,
  );
  expect(figuresCsv(pageQuery('branch=all&period=all'), 'course')).toBe('/api/v1/history/summary.csv?groupBy=course');
});
