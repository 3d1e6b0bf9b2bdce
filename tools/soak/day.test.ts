import { expect, test } from 'vitest';
import { HOUR_MS } from '../../lib/time';
import { postingsOf } from './run';

const FROM = Date.parse('2026-11-20T09:00:00.000Z');

test('every hour is about equally busy, and events are posted after they happened', () => {
  const speed = 60;
  const postings = postingsOf({ seed: 8, hours: 12, from: FROM, speed });
  const perHour = Array.from({ length: 12 }, () => 0);
  for (const { dueMs } of postings) {
    const hour = Math.floor((dueMs * speed) / HOUR_MS);
    perHour[hour] = (perHour[hour] ?? 0) + 1;
  }
  expect(perHour).toHaveLength(12);
  const mean = postings.length / 12;
  for (const count of perHour) expect(Math.abs(count / mean - 1)).toBeLessThan(0.35);
  for (const { dueMs, body } of postings) {
    const at = Date.parse(/"eventTimestamp"\s*:\s*"([^"]+)"/.exec(body)?.[1] ?? '');
    expect(at).toBeLessThanOrEqual(FROM + dueMs * speed);
  }
});

test('both branches post, the same for the same seed', () => {
  const day = { seed: 3, hours: 2, from: FROM, speed: 1 };
  const postings = postingsOf(day);
  for (const branch of [1, 2])
    expect(
      postings.filter(({ body }) => new RegExp(`"branchNumber"\\s*:\\s*"?${branch}\\b`).test(body)).length,
    ).toBeGreaterThan(100);
  expect(postingsOf(day)).toEqual(postings);
});
