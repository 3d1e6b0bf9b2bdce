import { expect, test } from 'vitest';
import type { Fact, Instant } from './fact';
import { liveFigures } from './live-figures';
import { at, completed, desserts, mains, served, started, starters, table } from './testing/facts';
import { another, limits, reading, seated } from './testing/seated';
import type { Reading } from './ticket';

const NOW = at('19:00');

function figuresOf(orders: readonly (readonly Fact[])[], now: Instant = NOW, by: Reading = reading) {
  return liveFigures(seated(orders, now), by, now);
}

/** The facts of an order with one course, cooked from `from` to `to`. */
function cooked(number: number, from: string, to: string, expectedSeconds: number | null = 600): Fact[] {
  const overrides = { ...another(number), course: mains, expectedRaw: expectedSeconds };
  return [started(from, overrides), completed(to, overrides)];
}

test('[F20] the pace covers the courses that became ready in the last 15 minutes, half-open', () => {
  const { pace } = figuresOf([
    cooked(11, '18:30', '18:45'),
    cooked(12, '18:30', '18:45:00.001'),
    cooked(13, '18:40', '19:00'),
    cooked(14, '18:40', '19:02:01'),
  ]);
  expect(pace.counted).toEqual(['2-3-1', '3-3-1']);
});

test('[F20] courses that were served since still count, and courses without a start are left out', () => {
  const { pace } = figuresOf([
    [...cooked(11, '18:40', '18:50'), served('18:51', { ...another(11), course: mains })],
    [completed('18:55', { ...another(12), course: mains, expectedRaw: 600 })],
  ]);
  expect(pace.counted).toEqual(['1-3-1']);
  expect(pace.leftOut).toEqual(['2-3-1']);
  expect(pace.preparationSeconds).toBe(600);
});

test('[F14][F20] courses that were completed or served in bulk are left out', () => {
  const cleared = [11, 12, 13, 14, 15, 16].map((number) => cooked(number, '18:30', '18:55'));
  const { pace } = figuresOf([...cleared, cooked(17, '18:40', '18:50')]);
  expect(pace.leftOut).toHaveLength(6);
  expect(pace.counted).toEqual(['7-3-1']);
  expect(figuresOf([...cleared.slice(1), cooked(17, '18:40', '18:50')]).pace.leftOut).toEqual([]);
  const servedAtOnce = [11, 12, 13, 14, 15, 16].map((number, index) => [
    ...cooked(number, '18:30', `18:5${index}`),
    served('18:59', { ...another(number), course: mains }),
  ]);
  expect(figuresOf(servedAtOnce).pace).toMatchObject({ counted: [], leftOut: { length: 6 } });
});

test('[F20a] the pace is the median of the differences, not the difference of the medians', () => {
  // Two quick starters and a slow main: only the main is behind.
  const quick = (number: number) => {
    const overrides = { ...another(number), course: starters, expectedRaw: 300 };
    return [started('18:50', overrides), completed('18:55', overrides)];
  };
  const { pace } = figuresOf([quick(11), quick(12), cooked(13, '18:30', '18:50', 900)]);
  expect(pace).toMatchObject({ preparationSeconds: 300, against: { count: 3, behindSeconds: 0 } });
  expect(figuresOf([cooked(13, '18:30', '18:50', 900)]).pace.against).toEqual({ count: 1, behindSeconds: 300 });
  expect(figuresOf([cooked(13, '18:50', '18:58', 600)]).pace.against).toEqual({ count: 1, behindSeconds: -120 });
});

test('[F20f] each course has its own pace, sorted by course number', () => {
  const quick = (number: number, name: string) => {
    const overrides = { ...another(number), course: { ...starters, name }, expectedRaw: 300 };
    return [started('18:50', overrides), completed(`18:${number + 40}`, overrides)];
  };
  const { pace } = figuresOf([cooked(13, '18:30', '18:50', 900), quick(16, 'Soup'), quick(15, 'Starters')]);
  expect(pace.courses).toEqual([
    {
      course: { ...starters, name: 'Soup' },
      counted: ['2-2-1', '3-2-1'],
      preparationSeconds: 330,
      against: { count: 2, behindSeconds: 30 },
    },
    { course: mains, counted: ['1-3-1'], preparationSeconds: 1200, against: { count: 1, behindSeconds: 300 } },
  ]);
});

test('[F20f] the name of a course does not depend on the order of tickets that became ready at the same instant', () => {
  const named = (number: number, name: string) => {
    const overrides = { ...another(number), course: { ...starters, name } };
    return [started('18:40', overrides), completed('18:50', overrides)];
  };
  const tickets = [...seated([named(15, 'Soup'), named(16, 'Starters')], NOW)];
  for (const inMemory of [tickets, tickets.toReversed()])
    expect(liveFigures(inMemory, reading, NOW).pace.courses[0]?.course.name).toBe('Starters');
});

test('[F20a] a course without an expected time counts, but is not compared', () => {
  const { pace } = figuresOf([cooked(11, '18:40', '18:50', null), cooked(12, '18:40', '18:56', 600)]);
  expect(pace.counted).toHaveLength(2);
  expect(pace.preparationSeconds).toBe(13 * 60);
  expect(pace.against).toEqual({ count: 1, behindSeconds: 360 });
  expect(figuresOf([cooked(11, '18:40', '18:50', null)]).pace.against).toBeNull();
});

test('[F20a] nothing is compared while the unit of the POS is unknown', () => {
  const { pace } = figuresOf([cooked(11, '18:40', '18:50')], NOW, { ...reading, unit: null });
  expect(pace).toMatchObject({ preparationSeconds: 600, against: null });
});

test('[F20a] a course is late if it became ready after its cooking limit', () => {
  const orders = [
    cooked(11, '18:40', '18:50'),
    cooked(12, '18:40', '18:50:00.001'),
    cooked(13, '18:40', '18:54', null),
  ];
  expect(figuresOf(orders).pace.late).toEqual(['2-3-1']);
  const strict = { ...reading, limitsOf: () => ({ ...limits, fallbackLateMs: 13 * 60_000, latePercent: 101 }) };
  expect(figuresOf(orders, NOW, strict).pace.late).toEqual(['3-3-1']);
});

test('[F20] open courses that are not collected are in flight, and the guests of a party count once', () => {
  const four = { table: table('12', { guests: 4 }) };
  const { cooking, onPass, oldest } = figuresOf([
    [
      started('18:40', { ...four, course: starters, expectedRaw: 600 }),
      started('18:55', { ...four, course: mains, expectedRaw: 600 }),
    ],
    [started('18:41', { ...another(12), course: desserts })],
    cooked(13, '18:40', '18:58'),
    cooked(14, '18:40', '18:55'),
    [...cooked(15, '18:40', '18:50'), served('18:51', { ...another(15), course: mains })],
  ]);
  expect(cooking).toEqual({ tickets: ['1-2-1', '1-3-1', '2-4-1'], guests: 4, late: ['1-2-1', '2-4-1'] });
  expect(onPass).toEqual({ tickets: ['3-3-1', '4-3-1'], guests: 0, late: ['4-3-1'] });
  expect(oldest).toMatchObject({ ticket: '1-2-1', state: 'cooking', course: starters, table: { number: '12' } });
  expect(oldest).toMatchObject({ since: '2026-06-19T16:40:00.000Z', lateAt: '2026-06-19T16:50:00.000Z' });
});

test('[F20] a collected course is not in flight', () => {
  const [ticket] = seated([cooked(11, '18:40', '18:58')], NOW);
  if (!ticket) throw new Error('no ticket');
  const collected = { by: { id: 1, name: 'Ready' }, at: at('18:59'), receivedAt: at('18:59') };
  const { onPass, oldest } = liveFigures([{ ...ticket, effects: { ...ticket.effects, collected } }], reading, NOW);
  expect(onPass.tickets).toEqual([]);
  expect(oldest).toBeNull();
});

test('[F20][F22] a course that is presumed served is not in flight and not the oldest', () => {
  const [ticket] = seated([cooked(11, '18:40', '18:58')], NOW);
  if (!ticket) throw new Error('no ticket');
  const presumed = { at: at('18:59'), reason: 'later-course' as const };
  const { onPass, oldest } = liveFigures([{ ...ticket, presumed }], reading, NOW);
  expect(onPass.tickets).toEqual([]);
  expect(oldest).toBeNull();
});

test('[F20] the live figures are empty without tickets', () => {
  expect(figuresOf([])).toEqual({
    pace: { counted: [], leftOut: [], preparationSeconds: null, against: null, late: [], courses: [] },
    cooking: { tickets: [], guests: 0, late: [] },
    onPass: { tickets: [], guests: 0, late: [] },
    oldest: null,
  });
});
