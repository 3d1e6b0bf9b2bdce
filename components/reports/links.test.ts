import { describe, expect, it } from 'vitest';
import { choosing, choosingCell, coursesBehind } from './links';

const query = new URLSearchParams(
  'branch=2&period=last-week&lang=nl&service=dinner&q=de+Vries&of=passWait&by=hour&against=year&heat=median&atLeast=5&cursor=x',
);

describe('the courses behind a mark', () => {
  it('are those of the report, less what only concerns the report', () => {
    expect(coursesBehind(query, {})).toBe(
      '/manager/history?branch=2&period=last-week&lang=nl&service=dinner&q=de+Vries',
    );
  });

  it('are chosen by the mark beside that', () => {
    expect(coursesBehind(query, { of: 'passWait', atLeast: 60, under: 120 })).toContain(
      'service=dinner&q=de+Vries&of=passWait&atLeast=60&under=120',
    );
  });

  it('of a day are in the place of the period', () => {
    const address = coursesBehind(query, choosing('day', { key: '2026-06-19' }) ?? {});
    expect(address).toContain('first=2026-06-19&last=2026-06-19');
    expect(address).not.toContain('period');
  });
});

describe('of all branches together', () => {
  const all = new URLSearchParams('branch=all&period=last-week&by=course&against=year');

  it('one is asked which, in the same report', () => {
    expect(coursesBehind(all, { course: 3, of: 'passWait' })).toBe(
      '/manager/reports?branch=all&period=last-week&by=branch&against=year&course=3&of=passWait',
    );
  });

  it('those of one branch are shown', () => {
    expect(coursesBehind(all, { branch: '2' })).toBe('/manager/history?branch=2&period=last-week');
  });

  it('what a report cannot be narrowed by leads nowhere', () => {
    expect(coursesBehind(all, { leftOut: 'bulk' })).toBeNull();
    expect(coursesBehind(all, { of: 'gap', atLeast: 60, under: 120 })).toBeNull();
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
  expect(choosing(by, { key })).toEqual(change);
});

it('of a cell', () => {
  expect(choosingCell({ weekday: 5, hour: 19 })).toEqual({ weekday: 5, hour: 19 });
});
