import { describe, expect, it } from 'vitest';
import type { ManagerBranch } from '../manager/manager-branch';
import { parsePageQuery } from '../manager/page-query';
import { cellFilter, coursesCsv, coursesHref, figuresCsv, groupFilter } from './links';

const query = new URLSearchParams(
  'branch=2&period=last-week&lang=nl&service=dinner&q=de+Vries&of=passWait&by=hour&against=year&heat=median&atLeast=5&cursor=x',
);

describe('the link of a mark', () => {
  it('keeps the report’s filters, without options that only the report has', () => {
    expect(coursesHref(query, {})).toBe('/manager/history?branch=2&period=last-week&lang=nl&service=dinner&q=de+Vries');
  });

  it('adds the mark’s own filter', () => {
    expect(coursesHref(query, { of: 'passWait', atLeast: 60, under: 120 })).toContain(
      'service=dinner&q=de+Vries&of=passWait&atLeast=60&under=120',
    );
  });

  it('replaces the period with the day of the mark', () => {
    const address = coursesHref(query, groupFilter('day', { key: '2026-06-19' }) ?? {});
    expect(address).toContain('first=2026-06-19&last=2026-06-19');
    expect(address).not.toContain('period');
  });
});

describe('the link of a mark of all branches together', () => {
  const all = new URLSearchParams('branch=all&period=last-week&by=course&against=year');

  it('leads to the same report by branch', () => {
    expect(coursesHref(all, { course: 3, of: 'passWait' })).toBe(
      '/manager/reports?branch=all&period=last-week&by=branch&against=year&course=3&of=passWait',
    );
  });

  it('leads to the courses once one branch is chosen', () => {
    expect(coursesHref(all, { branch: '2' })).toBe('/manager/history?branch=2&period=last-week');
  });

  it('is absent if the report has no such filter', () => {
    expect(coursesHref(all, { leftOut: 'bulk' })).toBeNull();
    expect(coursesHref(all, { of: 'gap', atLeast: 60, under: 120 })).toBeNull();
  });
});

it.each([
  ['course', '3', { course: '3' }],
  ['day', '2026-06-19', { first: '2026-06-19', last: '2026-06-19' }],
  ['hour', '19', { hour: '19' }],
  ['weekday', '5', { weekday: '5' }],
  ['service', 'dinner', { service: 'dinner' }],
  ['service', 'none', null],
  ['kind', 'table', { kind: 'table' }],
  ['party', '4', { guests: '4' }],
  ['party', 'none', null],
  ['branch', '2', { branch: '2' }],
] as const)('of a group by %s, %s', (by, key, change) => {
  expect(groupFilter(by, { key })).toEqual(change);
});

it('a cell is chosen by weekday and hour, and by what it counts', () => {
  const cell = { weekday: 5, hour: 19 };
  expect(cellFilter(cell, 'courses')).toEqual(cell);
  expect(cellFilter(cell, 'late')).toEqual({ ...cell, of: 'preparation' });
  expect(cellFilter(cell, 'median')).toEqual({ ...cell, of: 'preparation' });
});

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
