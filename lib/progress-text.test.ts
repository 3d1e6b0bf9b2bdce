import { expect, it } from 'vitest';
import { progressText, secondsText } from './text';

it('shows the progress, the rate and the remaining time', () => {
  expect(progressText({ done: 250_000, of: 1_000_000, perSecond: 1_666.7 }, 'courses')).toBe(
    '250,000 of 1,000,000 courses, 25 %, 1,667 courses/s, 7 min 30 s left',
  );
});

it('omits the remaining time before anything is done', () => {
  expect(progressText({ done: 0, of: 0, perSecond: 0 }, 'rows')).toBe('0 of 0 rows, 0 %, 0 rows/s');
});

it('shows a duration in minutes and seconds', () => {
  expect([0, 59.6, 61].map(secondsText)).toEqual(['0 s', '1 min 0 s', '1 min 1 s']);
});
