import { describe, expect, it } from 'vitest';
import { at, EVENING, party, table } from '../testing/tickets';
import { foodAt, sinceAt } from './seats';

const minute = (minutes: number) => EVENING + minutes * 60_000;
const seated = (overrides: Parameters<typeof party>[0] = {}, of: { foodFrom?: number; isWaiting?: boolean } = {}) => ({
  party: party(overrides),
  foodFrom: of.foodFrom ?? null,
  isWaiting: of.isWaiting ?? false,
});
const since = (overrides: Parameters<typeof table>[0], now: number) => sinceAt(table(overrides), minute(now));
const state = (of: ReturnType<typeof seated>, now: number, usualWaitMs: number | null = null) =>
  foodAt(of, usualWaitMs, minute(now));

describe('the start of a status', () => {
  it.each([
    [-1, 0, false],
    [0, 0, false],
    [59.99, 59, false],
    [60, null, true],
    [600, null, true],
  ])('after %d minutes: %s min, by the clock: %s', (now, minutes, isLong) => {
    expect(since({}, now)).toEqual({ minutes, isLong });
  });

  it('is omitted for a table that was free all evening, and if it is unknown', () => {
    const free = { status: 'TABLE-STATUS-OPEN' } as const;
    expect(since(free, 359)).toMatchObject({ minutes: null, isLong: true });
    expect(since(free, 360)).toMatchObject({ minutes: null, isLong: false });
    expect(since({ since: null }, 5)).toMatchObject({ minutes: null, isLong: false });
  });
});

describe('the guests’ clock', () => {
  const fed = (isWaiting: boolean) => seated({ lastFoodAt: at(0) }, { foodFrom: minute(0), isWaiting });

  it('shows how long they have had nothing while they wait', () => {
    const first = seated({}, { foodFrom: minute(0), isWaiting: true });
    expect(state(first, 0.5)).toMatchObject({ food: 'none', foodMinutes: 0 });
    expect(state(first, 31.9)).toMatchObject({ food: 'none', foodMinutes: 31 });
    expect(state(fed(true), 31)).toMatchObject({ food: 'none', foodMinutes: 31 });
  });

  it('shows their last food once they have all that was ordered, and in the first minute', () => {
    expect(state(fed(false), 12)).toMatchObject({ food: 'last', foodMinutes: 12 });
    expect(state(fed(true), 0.9)).toMatchObject({ food: 'last', foodMinutes: 0 });
  });

  it('is absent if no event gives the time', () => {
    expect(state(seated(), 12, 60_000)).toMatchObject({ food: null, isHungry: false });
  });

  it('is red past the usual longest wait of such parties, even if nobody started their next course', () => {
    const most = 20 * 60_000;
    expect(state(fed(false), 20, most)).toMatchObject({ food: 'last', isHungry: false });
    expect(state(fed(false), 20.1, most)).toMatchObject({ food: 'none', isHungry: true });
    expect(state(fed(true), 300, null)).toMatchObject({ isHungry: false });
  });
});
