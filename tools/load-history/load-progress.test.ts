import { expect, it } from 'vitest';
import { createLoadProgress, durationText, progressText } from './load-progress';

it('shows the progress, the rate and the remaining time', () => {
  expect(progressText({ courses: 250_000, day: '2024-03-02' }, 1_000_000, 150_000)).toBe(
    '2024-03-02: 250,000 of 1,000,000 courses, 25 %, 1,667 courses/s, 7 min 30 s left',
  );
});

it('omits the remaining time before anything is loaded', () => {
  expect(progressText({ courses: 0, day: '2024-03-02' }, 1_000, 0)).not.toContain('Infinity');
});

it('shows a duration in minutes and seconds', () => {
  expect([0, 59.6, 61].map(durationText)).toEqual(['0 s', '1 min 0 s', '1 min 1 s']);
});

it('overwrites one line on a terminal, and writes a line every ten seconds elsewhere', () => {
  for (const isTTY of [true, false]) {
    const written: string[] = [];
    let now = 0;
    const progress = createLoadProgress({ isTTY, write: (text) => written.push(text) }, 100, () => now);
    for (; now <= 20_000; now += 1_000) progress.show({ courses: now / 1_000, deliveries: 0, day: '2024-03-02' });
    progress.end();
    expect(written.length).toBe(isTTY ? 21 : 2);
    expect(written.every((text) => text.endsWith('\n'))).toBe(!isTTY);
  }
});
