import { expect, it } from 'vitest';
import { spreadText, table, verdictTable } from './report';

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
