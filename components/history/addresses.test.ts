import { describe, expect, it } from 'vitest';
import type { ManagerBranch } from '../manager/manager-branch';
import { branchSpan, parsePageQuery } from '../manager/page-query';
import { courseAddress, csvAddress, listAddress } from './addresses';

const BRANCH: ManagerBranch = {
  number: 7,
  name: null,
  timeZone: 'Europe/Amsterdam',
  cutOffMinute: 240,
  services: [{ name: 'dinner', startMinute: 960 }],
  courses: [],
  now: Date.parse('2026-06-19T19:42:00+02:00'),
};

describe('the CSV address of a list', () => {
  const csvOf = (query: string) => {
    const pageQuery = parsePageQuery(new URLSearchParams(query), [BRANCH], { period: 'today', mayAskAll: false });
    const address = csvAddress(pageQuery, pageQuery.isAlways ? null : branchSpan(pageQuery, BRANCH));
    return Object.fromEntries(new URL(address, 'http://localhost').searchParams);
  };

  it('has the days as instants of the branch, half-open', () => {
    expect(csvOf('first=2026-06-18&last=2026-06-19')).toEqual({
      branch: '7',
      from: '2026-06-18T02:00:00.000Z',
      to: '2026-06-20T02:00:00.000Z',
    });
    expect(csvOf('period=all')).toEqual({ branch: '7' });
  });

  it('has every filter as in the API', () => {
    expect(
      csvOf(
        'period=all&service=dinner&course=3&table=12/2&kind=table&late=in-time&state=ready&guests=4&weekday=5&hour=19&q=a%26b&leftOut=bulk&of=gap&atLeast=600&under=660&tickets=12-3-1,13--1-2',
      ),
    ).toEqual({
      branch: '7',
      service: 'dinner',
      course: '3',
      table: '12/2',
      orderKind: 'table',
      late: 'false',
      state: 'READYFORPICKUP',
      guests: '4',
      weekday: '5',
      hour: '19',
      q: 'a&b',
      leftOut: 'bulk',
      of: 'gap',
      atLeast: '600',
      under: '660',
      tickets: '12-3-1,13--1-2',
    });
  });
});

it('a course page links back to the exact list that it was opened from', () => {
  const query = new URLSearchParams('period=last-week&late=late&cursor=abc');
  const address = courseAddress(query, '12-3-1', 7);
  expect(address).toBe('/manager/history/course?period=last-week&late=late&cursor=abc&branch=7&id=12-3-1');
  const back = listAddress(new URL(address, 'http://localhost').searchParams);
  expect(back).toBe('/manager/history?period=last-week&late=late&cursor=abc&branch=7');
  expect(listAddress(new URLSearchParams('id=1-1-1'))).toBe('/manager/history');
});
