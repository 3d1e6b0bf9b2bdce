import { describe, expect, it } from 'vitest';
import { isSame } from '../../domain/same';
import { at, EVENING, ready, table, ticket } from '../testing/tickets';
import { glanceAt } from './glance';

const minute = (count: number) => EVENING + count * 60_000;

describe('a card at a glance', () => {
  it('is new, then cooking, then slow, late and very late', () => {
    const urgencies = [0, 5, 8, 10, 15].map((now) => glanceAt(ticket(), null, minute(now)).urgency);
    expect(urgencies).toEqual(['cooking', 'cooking', 'warn', 'late', 'very-late']);
    expect([0, 9_999, 10_000].map((ms) => glanceAt(ticket(), null, EVENING + ms).isNew)).toEqual([true, true, false]);
  });

  it('tells since when a table has had no food only where its course is late in the making', () => {
    const fed = table({ lastFoodAt: at(-21) });
    const hungry = (now: number, of = ticket(), seat: typeof fed | null = fed) =>
      glanceAt(of, seat, minute(now)).hungryMinutes;
    expect(hungry(9.9)).toBeNull();
    expect(hungry(10)).toBe(31);
    expect(hungry(10.99)).toBe(31);
    expect(hungry(11)).toBe(32);
    expect(hungry(20, ready(12))).toBeNull();
    expect(hungry(20, ticket(), null)).toBeNull();
    expect(hungry(20, ticket(), table({ lastFoodAt: null }))).toBeNull();
    expect(hungry(20, ticket({ lateAt: null }))).toBeNull();
  });

  it('is another one only when something that shows is', () => {
    const seen = (now: number) => glanceAt(ticket(), table({ lastFoodAt: at(-21) }), minute(now));
    expect(isSame(seen(1), seen(7.9))).toBe(true);
    expect(isSame(seen(0), seen(1))).toBe(false);
    expect(isSame(seen(7.9), seen(8))).toBe(false);
    expect(isSame(seen(10), seen(10.9))).toBe(true);
    expect(isSame(seen(10), seen(11))).toBe(false);
  });
});
