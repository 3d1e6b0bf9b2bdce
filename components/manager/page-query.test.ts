import { describe, expect, it } from 'vitest';
import type { ManagerBranch } from './manager-branch';
import { addressOf, branchSpan, elsewhere, lastDayOf, parsePageQuery } from './page-query';

const branch = (number: number): ManagerBranch => ({
  number,
  name: null,
  timeZone: 'Europe/Amsterdam',
  cutOffMinute: 240,
  services: [
    { name: 'lunch', startMinute: 660 },
    { name: 'dinner', startMinute: 960 },
  ],
  courses: [],
  now: Date.parse('2026-06-19T19:42:00+02:00'),
});
const BRANCHES = [branch(1), branch(2)];
const pageQuery = (query: string, mayAskAll = true) =>
  parsePageQuery(new URLSearchParams(query), BRANCHES, { period: 'today', mayAskAll });

describe('the query of an address', () => {
  it('is the first branch today if the address is empty', () => {
    const { branch: chosen, days, problems } = pageQuery('');
    expect(chosen?.number).toBe(1);
    expect(days).toEqual({ first: '2026-06-19', end: '2026-06-20' });
    expect(problems).toEqual([]);
  });

  it('is today until the cut-off, even after midnight', () => {
    const late = { ...branch(1), now: Date.parse('2026-06-20T01:30:00+02:00') };
    expect(parsePageQuery(new URLSearchParams(), [late], { period: 'today', mayAskAll: false }).days.first).toBe(
      '2026-06-19',
    );
  });

  it('includes the first and the last day', () => {
    const found = pageQuery('first=2026-06-15&last=2026-06-19');
    expect(found.days).toEqual({ first: '2026-06-15', end: '2026-06-20' });
    expect(lastDayOf(found.days)).toBe('2026-06-19');
    expect(found.period).toBeNull();
    const { from, to } = branchSpan(found, branch(1));
    expect([from, to].map((at) => new Date(at).toISOString())).toEqual([
      '2026-06-15T02:00:00.000Z',
      '2026-06-20T02:00:00.000Z',
    ]);
  });

  it('takes a single day as both ends', () => {
    expect(pageQuery('first=2026-06-15').days).toEqual({ first: '2026-06-15', end: '2026-06-16' });
    expect(pageQuery('last=2026-06-15').days).toEqual({ first: '2026-06-15', end: '2026-06-16' });
  });

  it('allows all branches together if the page does', () => {
    expect(pageQuery('branch=all').branch).toBeNull();
    expect(pageQuery('branch=all', false)).toMatchObject({ branch: { number: 1 }, problems: [{ why: 'branch' }] });
  });

  it('reads every option', () => {
    const query =
      'service=Dinner&course=MA&table=12/2&kind=table&late=late&state=served&guests=4&weekday=5&hour=19&nextDay=no&q=de+Vries&leftOut=bulk&of=passWait&atLeast=60&under=120&tickets=12-3-1,13-3-2';
    expect(pageQuery(query).choices).toEqual({
      service: 'dinner',
      course: 'MA',
      table: '12/2',
      kind: 'table',
      late: 'late',
      state: 'served',
      guests: 4,
      weekday: 5,
      hour: 19,
      nextDay: 'no',
      q: 'de Vries',
      leftOut: 'bulk',
      of: 'passWait',
      atLeast: 60,
      under: 120,
      tickets: ['12-3-1', '13-3-2'],
    });
  });
});

describe('an invalid value is reported, and the rest applies', () => {
  it.each([
    ['branch=3', 'branch', 'branch'],
    ['branch=1e0', 'branch', 'branch'],
    ['period=someday', 'period', 'period'],
    ['first=2026-02-30', 'first', 'day'],
    ['last=yesterday', 'last', 'day'],
    ['first=2026-06-19&last=2026-06-18', 'last', 'backwards'],
    ['service=brunch', 'service', 'service'],
    ['table=%27%3B--', 'table', 'table'],
    ['kind=takeaway', 'kind', 'choice'],
    ['late=very', 'late', 'choice'],
    ['weekday=8', 'weekday', 'number'],
    ['hour=-1', 'hour', 'number'],
    ['of=gap&atLeast=60&under=60', 'under', 'number'],
    ['tickets=12-3-1,x', 'tickets', 'choice'],
    [`q=${'x'.repeat(201)}`, 'q', 'text'],
    ['q=a%00b', 'q', 'characters'],
    ['q=%00%FF', 'q', 'characters'],
    ['course=%00', 'course', 'characters'],
  ])('%s', (query, parameter, why) => {
    const { problems, choices, days } = pageQuery(`${query}&guests=4`);
    expect(problems).toMatchObject([{ parameter, why }]);
    expect(choices.guests).toBe(4);
    expect(days.first).toBe('2026-06-19');
  });
});

describe('addresses', () => {
  const query = new URLSearchParams('branch=2&period=last-week&course=MA&cursor=abc&lang=nl');

  it('change one option and keep the others', () => {
    expect(addressOf('/manager/history', query, { late: 'late' })).toBe(
      '/manager/history?branch=2&period=last-week&course=MA&lang=nl&late=late',
    );
    expect(addressOf('/manager/history', query, { course: null })).toBe(
      '/manager/history?branch=2&period=last-week&lang=nl',
    );
  });

  it('have either days or a period', () => {
    const days = addressOf('/x', query, { first: '2026-06-19', last: '2026-06-19' });
    expect(days).not.toContain('period');
    expect(addressOf('/x', new URLSearchParams(days.split('?')[1]), { period: 'today' })).not.toContain('first');
  });

  it('of another page keep branch, days and language only', () => {
    expect(elsewhere('/manager/reports', query)).toBe('/manager/reports?branch=2&period=last-week&lang=nl');
  });
});
