import { describe, expect, it } from 'vitest';
import { type Called, callsOf } from './calls';
import type { ReadyNumber } from './pickup-numbers';

const NOTHING: Called = new Map();
const ready = (order: string, since: number): ReadyNumber => ({
  order,
  number: Number(order),
  ticket: `${order}-3-1`,
  since,
  isFresh: false,
});

/** The numbers that each of these looks calls, one after the other. */
function callsAt(looks: ReadyNumber[][], before = NOTHING, isFirstLook = false): number[][] {
  let called = before;
  return looks.map((look, index) => {
    const next = callsOf(called, look, isFirstLook && index === 0);
    called = next.called;
    return next.calls.map(({ number }) => number);
  });
}

describe('a number', () => {
  it('is called once, whatever comes and goes around it', () => {
    expect(callsAt([[], [ready('38', 5)], [ready('39', 6), ready('38', 5)], [ready('38', 5)], []])).toEqual([
      [],
      [38],
      [39],
      [],
      [],
    ]);
  });

  it('is not called again when it comes back as it was', () => {
    expect(callsAt([[ready('38', 5)], [], [ready('38', 5)]])).toEqual([[38], [], []]);
    expect(callsAt([[ready('38', 5)], [ready('38', 4)], [ready('38', 5)]])).toEqual([[38], [], []]);
  });

  it('is called again when another course of it is ready, and when the number comes again', () => {
    expect(callsAt([[ready('38', 5)], [ready('38', 9)]])).toEqual([[38], [38]]);
    const nextDay = { ...ready('38', 90_000), order: '1238' };
    expect(callsAt([[ready('38', 5)], [], [nextDay]])).toEqual([[38], [], [38]]);
  });

  it('that was ready when the page was opened is not called, then or later', () => {
    expect(callsAt([[ready('38', 5)], [ready('38', 5)], []], NOTHING, true)).toEqual([[], [], []]);
    expect(callsAt([[], [ready('38', 5)]], NOTHING, true)).toEqual([[], [38]]);
  });

  it('is not called where the memory of an earlier page has it', () => {
    expect(callsAt([[], [ready('38', 5), ready('39', 6)]], new Map([['38', 5]]), true)).toEqual([[], [39]]);
  });

  it('is called at the first look if it became ready while the page was reloaded', () => {
    const fresh = { ...ready('40', 7), isFresh: true };
    expect(callsAt([[ready('39', 6), fresh], [fresh]], new Map([['38', 5]]), true)).toEqual([[40], []]);
    expect(callsAt([[fresh], [fresh]], NOTHING, true)).toEqual([[], []]);
  });
});

it('several at once are called in the order in which they became ready, the newest few of many', () => {
  expect(callsAt([[ready('39', 6), ready('40', 6), ready('38', 5)]])).toEqual([[38, 39, 40]]);
  const many = Array.from({ length: 40 }, (_, index) => ready(String(100 + index), index)).reverse();
  expect(callsAt([many, many])).toEqual([[137, 138, 139], []]);
});

it('the object of what has been called changes only when something is added', () => {
  const { called } = callsOf(NOTHING, [ready('38', 5)], false);
  expect(callsOf(called, [ready('38', 5)], false).called).toBe(called);
});

it('forgets the oldest ones that are gone, and never one that is on the board', () => {
  const looks = Array.from({ length: 1_000 }, (_, index) => ready(String(index + 1), index));
  const stays = ready('5000', -1);
  let called = NOTHING;
  for (const each of looks) called = callsOf(called, [each, stays], false).called;
  expect(called.size).toBe(300);
  expect(called.get('1000')).toBe(999);
  expect(called.has('1')).toBe(false);
  expect(callsOf(called, [stays], false).calls).toEqual([]);
});
