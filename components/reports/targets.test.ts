import { describe, expect, it } from 'vitest';
import type { CourseTarget } from '../../contract/reports';
import { hasJudged, misfitTargetsIn } from './targets';

const target = (wanted: Partial<CourseTarget>): CourseTarget => ({
  key: '1',
  label: 'Starters',
  abbreviation: 'ST',
  expected: 600,
  n: 100,
  compared: 100,
  bias: 0,
  overShare: 0.3,
  p50: 600,
  p80: 800,
  suggestedMinutes: 13,
  lateWithSuggested: 0.1,
  ...wanted,
});
const isMisfit = (wanted: Partial<CourseTarget>) => misfitTargetsIn([target(wanted)]).length === 1;

describe('a target does not fit', () => {
  it.each([
    ['where it takes much longer', { bias: 120 }, true],
    ['where it takes much less', { bias: -120, suggestedMinutes: 8 }, true],
    ['not where half take much less and the suggestion is longer', { bias: -120, suggestedMinutes: 11 }, false],
    ['where half take much less, but every third longer', { bias: -120, overShare: 0.34 }, true],
    ['where every third takes longer', { overShare: 0.34 }, true],
    ['not where it fits', {}, false],
    ['not for less than a minute', { bias: 59, expected: 120 }, false],
    ['not for less than a seventh', { bias: 120, expected: 1_200 }, false],
    ['not where it is what is suggested already', { expected: 780, bias: -180, overShare: 0.2 }, false],
    ['where a minute more is suggested', { expected: 720, overShare: 0.34 }, true],
    ['not by fewer than 20 courses', { bias: 300, compared: 19 }, false],
    ['not where nothing is expected', { expected: null, bias: null, overShare: null }, false],
  ])('%s', (_, wanted, expected) => {
    expect(isMisfit(wanted)).toBe(expected);
  });
});

it('the target that affects most courses comes first', () => {
  const found = misfitTargetsIn([
    target({ key: '1', overShare: 0.9, compared: 30 }),
    target({ key: '2', overShare: 0.5, compared: 300 }),
    target({ key: '3', bias: -480, overShare: 0, compared: 100, suggestedMinutes: 3 }),
  ]);
  expect(found.map(({ key }) => key)).toEqual(['2', '3', '1']);
});

it('no target is judged if no course has 20 measurements with an expected time', () => {
  expect(hasJudged([target({ compared: 19 }), target({ compared: 0 })])).toBe(false);
  expect(hasJudged([target({ compared: 20 })])).toBe(true);
  expect(hasJudged([])).toBe(false);
});
