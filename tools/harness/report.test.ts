import { expect, it, test } from 'vitest';
import { spreadOf, spreadText, table, verdictOf, verdictTable } from './report';

it('aligns the columns of a table', () => {
  const rows = [
    ['soup', '7'],
    ['mains', '1,200'],
  ];
  expect(table(['course', 'ms'], rows)).toBe(
    ['| course |    ms |', '|--------|------:|', '| soup   |     7 |', '| mains  | 1,200 |'].join('\n'),
  );
});

it('marks the promises that are not met', () => {
  const text = verdictTable([
    { promise: 'fast', measured: '3 ms', isMet: true },
    { promise: 'small', measured: '9 MB', isMet: false },
  ]);
  expect(text.match(/\| +(NOT )?met \|/g)).toEqual(['|     met |', '| NOT met |']);
});

it('omits the range of a single round', () => {
  expect(spreadText({ median: 2, min: 1, max: 4 }, 1, ' ms')).toBe('2.0 ms (1.0–4.0)');
  expect(spreadText({ median: 2, min: 2, max: 2 }, 0, ' ms')).toBe('2 ms');
  expect(spreadText(null, 0)).toBe('–');
});

it('a rig passes if it checked something and found no violation', () => {
  expect(verdictOf([], 7, 3)).toBe('passed');
  expect(verdictOf(['a delivery is lost'], 7, 3)).toBe('failed: 1 violations, seed 7');
  expect(verdictOf(['the server did not start'], 7, 0)).toBe('failed: 1 violations, seed 7');
});

it('a rig that checked nothing has not passed', () => {
  expect(verdictOf([], 7, 0)).toBe('failed: nothing was checked, seed 7');
});

test('a spread is the median, minimum and maximum of the rounds', () => {
  expect(spreadOf([30, 10, 50, 20, 40])).toEqual({ median: 30, min: 10, max: 50 });
});

test('the median of two rounds is their mean', () => {
  expect(spreadOf([100, 9])).toEqual({ median: 54.5, min: 9, max: 100 });
});

test('one outlier changes the maximum and not the median', () => {
  expect(spreadOf([10, 10, 10, 10, 9_000])).toEqual({ median: 10, min: 10, max: 9_000 });
});
