import { describe, expect, test } from 'vitest';
import { areServesRare, exclusionOf, gapsMs, passWaitMs, visitMs } from './course-times';

const complete = { hasStart: true, hasReady: true, isClockSkewed: false, isBulk: false };

test('[F13] a preparation counts with start and completion, and else has the first reason against it', () => {
  expect(exclusionOf(complete)).toBeNull();
  expect(exclusionOf({ hasStart: false, hasReady: false, isClockSkewed: true, isBulk: true })).toBe('no-start');
  expect(exclusionOf({ ...complete, hasReady: false, isClockSkewed: true, isBulk: true })).toBe('no-ready');
  expect(exclusionOf({ ...complete, isClockSkewed: true, isBulk: true })).toBe('clock');
  expect(exclusionOf({ ...complete, isBulk: true })).toBe('bulk');
});

test('[F15][F15a] the wait on the pass is never negative: it is null if the serve is before the completion', () => {
  expect(passWaitMs(1_000, 61_000)).toBe(60_000);
  expect(passWaitMs(1_000, 1_000)).toBe(0);
  expect(passWaitMs(1_000, 999)).toBeNull();
  expect(passWaitMs(null, 5)).toBeNull();
  expect(passWaitMs(5, null)).toBeNull();
});

test('[F15b] a gap runs to the next serve of the order; courses served at the same instant are one serving', () => {
  const serves = [300, 100, null, 100, 700].map((servedAt) => ({ servedAt }));
  expect(gapsMs(serves)).toEqual([400, 200, null, 200, null]);
  expect(gapsMs([])).toEqual([]);
});

describe('a visit', () => {
  const course = { startedAt: 10, readyAt: 20, servedAt: 30, closedBy: 'pos' as const, isPresumed: false };

  test('[F22d] does not begin with a course that is only presumed served', () => {
    expect(visitMs([{ ...course, startedAt: 1, servedAt: null, isPresumed: true }, course])).toBe(20);
  });

  test('[F15c] runs from the first start to the last serve of the order', () => {
    expect(visitMs([{ ...course, startedAt: null }, course, { ...course, startedAt: 50, servedAt: 90 }])).toBe(80);
    expect(visitMs([course, { ...course, startedAt: 5, servedAt: null }])).toBe(25);
  });

  test('[F15c] does not begin with an auto-closed course', () => {
    expect(visitMs([{ ...course, startedAt: 1, servedAt: null, closedBy: 'heatlamp' }, course])).toBe(20);
  });

  test('[F15c] is not known where a later course was never pressed as served', () => {
    const later = { ...course, startedAt: 31, servedAt: null };
    expect(visitMs([course, { ...later, isPresumed: true }])).toBeNull();
    expect(visitMs([course, { ...later, closedBy: 'heatlamp' }])).toBeNull();
    expect(visitMs([course, { ...later, isPresumed: true }, { ...course, startedAt: 32, servedAt: 50 }])).toBe(40);
  });

  test('[F15c] is null without a start or a serve, and if the serve was before the start', () => {
    expect(visitMs([{ ...course, startedAt: null }])).toBeNull();
    expect(visitMs([{ ...course, servedAt: null }])).toBeNull();
    expect(visitMs([{ ...course, servedAt: 9 }])).toBeNull();
    expect(visitMs([])).toBeNull();
  });
});

test('[F15d] serves are rare under 60 % of at least 20 courses', () => {
  expect(areServesRare({ n: 20, pressed: 11 })).toBe(true);
  expect(areServesRare({ n: 20, pressed: 12 })).toBe(false);
  expect(areServesRare({ n: 19, pressed: 0 })).toBe(false);
});
