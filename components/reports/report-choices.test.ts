import { describe, expect, it } from 'vitest';
import type { ManagerBranch } from '../manager/manager-branch';
import { parsePageQuery } from '../manager/page-query';
import { againstText, reportChoicesOf } from './report-choices';

const branch = (number: number): ManagerBranch => ({
  number,
  name: null,
  timeZone: 'Europe/Amsterdam',
  cutOffMinute: 240,
  services: [],
  courses: [],
  now: Date.parse('2026-06-19T19:42:00+02:00'),
});
const chosenIn = (text: string) => {
  const query = new URLSearchParams(text);
  const pageQuery = parsePageQuery(query, [branch(1), branch(2)], { period: 'last-7', mayAskAll: true });
  return reportChoicesOf(query, pageQuery);
};

describe('the options of a report', () => {
  it('default to cooking by course against the days before', () => {
    expect(chosenIn('')).toEqual({
      chosen: { of: 'preparation', by: 'course', heat: 'late', against: { with: 'before' } },
      problems: [],
    });
  });

  it('are read from the address', () => {
    const { chosen, problems } = chosenIn('of=passWait&by=hour&heat=median&against=branch:2');
    expect(chosen).toEqual({ of: 'passWait', by: 'hour', heat: 'median', against: { with: 'branch', number: 2 } });
    expect(problems).toEqual([]);
  });

  it.each(['before', 'year', 'none'])('accept against=%s', (against) => {
    expect(chosenIn(`against=${against}`).chosen.against).toEqual({ with: against });
  });

  it.each([
    ['by=moon', 'by', 'moon', 'choice'],
    ['heat=hot', 'heat', 'hot', 'choice'],
    ['against=everyone', 'against', 'everyone', 'choice'],
    ['against=branch:3', 'against', '3', 'branch'],
    ['against=branch:', 'against', '', 'branch'],
  ])('%s is reported, and the default is shown', (text, parameter, value, why) => {
    const { chosen, problems } = chosenIn(`${text}&of=gap`);
    expect(chosen).toEqual({ of: 'gap', by: 'course', heat: 'late', against: { with: 'before' } });
    expect(problems).toEqual([{ parameter, value, why }]);
  });

  it.each(['branch=2&against=branch:2', 'branch=all&against=branch:2'])(
    'reject a comparison with itself or with all branches: %s',
    (text) => {
      expect(chosenIn(text)).toMatchObject({ chosen: { against: { with: 'before' } }, problems: [] });
    },
  );

  it('survive writing and reading', () => {
    for (const text of ['year', 'none', 'branch:2'])
      expect(againstText(chosenIn(`against=${text}`).chosen.against)).toBe(text);
    expect(againstText({ with: 'before' })).toBeNull();
  });
});
