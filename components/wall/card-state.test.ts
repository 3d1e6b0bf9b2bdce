import { describe, expect, it } from 'vitest';
import type { Party } from '../../contract/live';
import { isSame } from '../../lib/collections';
import { at, EVENING, party, ready, ticket } from '../testing/tickets';
import { type Clocked, guestsOf, orderOf, timedStateAt } from './card-state';

const minute = (count: number) => EVENING + count * 60_000;

const TARGET: Clocked = { clock: 'target', usualWaitMs: null };
const FOOD: Clocked = { clock: 'food', usualWaitMs: null };
const FIRST: Clocked = { clock: 'first', usualWaitMs: null };

describe('the state of a card', () => {
  it('is new, then cooking, then slow, late and very late', () => {
    const urgencies = [0, 5, 8, 10, 15].map((now) => timedStateAt(ticket(), [], null, TARGET, minute(now)).urgency);
    expect(urgencies).toEqual(['cooking', 'cooking', 'warn', 'late', 'very-late']);
    const news = [0, 9_999, 10_000].map((ms) => timedStateAt(ticket(), [], null, TARGET, EVENING + ms).isNew);
    expect(news).toEqual([true, true, false]);
  });

  it('shows since when a table has had no food only while its course is late in preparation', () => {
    const fed = party({ lastFoodAt: at(-21) });
    const foot = (now: number, of = ticket(), seat: typeof fed | null = fed) => {
      const { clock, minutes } = timedStateAt(of, [], seat, TARGET, minute(now));
      return clock && `${clock} ${minutes}`;
    };
    expect(foot(9.9)).toBeNull();
    expect(foot(10)).toBe('noFood 31');
    expect(foot(10.99)).toBe('noFood 31');
    expect(foot(11)).toBe('noFood 32');
    expect(foot(20, ready(12))).toBeNull();
    expect(foot(20, ticket(), null)).toBeNull();
    expect(foot(20, ticket(), party({ lastFoodAt: null }))).toBeNull();
    expect(foot(20, ticket({ lateAt: null }))).toBeNull();
  });

  it('changes only if something visible changes', () => {
    const seen = (now: number) => timedStateAt(ticket(), [], party({ lastFoodAt: at(-21) }), TARGET, minute(now));
    expect(isSame(seen(1), seen(7.9))).toBe(true);
    expect(isSame(seen(0), seen(1))).toBe(false);
    expect(isSame(seen(7.9), seen(8))).toBe(false);
    expect(isSame(seen(10), seen(10.9))).toBe(true);
    expect(isSame(seen(10), seen(11))).toBe(false);
  });
});

describe('the guest clock', () => {
  const foot = (clocked: Clocked, seat: Party | null, now: number, of = ticket()) => {
    const { clock, minutes } = timedStateAt(of, [], seat, clocked, minute(now));
    return clock && `${clock} ${minutes}`;
  };

  it('counts since the last food on every card of a table, cooking or ready', () => {
    const fed = party({ firstCourseAt: at(-60), lastFoodAt: at(-21) });
    expect([0, 0.9, 1].map((now) => foot(FOOD, fed, now))).toEqual(['noFood 21', 'noFood 21', 'noFood 22']);
    expect(foot(FOOD, fed, 5, ready(3))).toBe('noFood 26');
  });

  it('counts since the first course started if there was no food yet, or else since its own start', () => {
    expect(foot(FOOD, party({ firstCourseAt: at(-12) }), 3)).toBe('noFood 15');
    expect(foot(FOOD, null, 3)).toBe('noFood 3');
    expect(foot(FOOD, null, 3, ticket({ startedAt: null }))).toBeNull();
  });

  it('says hungry from the time that parties of that size usually wait at most', () => {
    const fed = party({ lastFoodAt: at(-21) });
    const clocked: Clocked = { clock: 'food', usualWaitMs: 30 * 60_000 };
    expect([8.99, 9, 40].map((now) => foot(clocked, fed, now))).toEqual(['noFood 29', 'hungry 30', 'hungry 61']);
    expect(foot({ ...clocked, clock: 'first' }, fed, 40)).toBe('firstCourse 40');
  });

  it('is absent at the counter and never negative', () => {
    const counter = ticket({ orderKind: 'cafeteria', table: null, ticketNumber: 40 });
    expect([foot(FOOD, null, 9, counter), foot(FIRST, null, 9, counter)]).toEqual([null, null]);
    expect(foot(FOOD, party({ lastFoodAt: at(2) }), 0)).toBe('noFood 0');
  });
});

it('the clock of the first course keeps counting after food arrives', () => {
  const fed = party({ firstCourseAt: at(-48), lastFoodAt: at(-2) });
  expect(timedStateAt(ready(3), [], fed, FIRST, minute(5))).toMatchObject({ clock: 'firstCourse', minutes: 53 });
  expect(timedStateAt(ticket(), [], null, FIRST, minute(5))).toMatchObject({ clock: 'firstCourse', minutes: 5 });
});

it('the size of a party is that of its table, until the party is known', () => {
  expect(guestsOf(ticket(), party({ guests: 2 }))).toBe(2);
  expect(guestsOf(ticket(), null)).toBe(4);
  expect(guestsOf(ticket({ table: null }), null)).toBeNull();
});

it('[F29] a card says in whole seconds when the food of its order is complete', () => {
  const both = [ticket(), ready(5, { id: '1-4-1' })];
  const handsIn = (ms: number) => timedStateAt(ticket(), both, null, TARGET, minute(10) - ms).handsInSeconds;
  expect([120_001, 120_000, 89_500, 0].map(handsIn)).toEqual([null, 120, 90, null]);
  const tickets = new Map([...both, ticket({ id: '2-3-1' })].map((each) => [each.id, each]));
  expect(orderOf(ticket(), tickets).map(({ id }) => id)).toEqual(['1-3-1', '1-4-1']);
});
