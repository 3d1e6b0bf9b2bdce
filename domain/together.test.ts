import { expect, it } from 'vitest';
import type { Ticket } from '../contract/live';
import { togetherIn } from './together';

const NOON = Date.parse('2026-06-19T12:00:00.000Z');
const at = (minutes: number) => new Date(NOON + minutes * 60_000).toISOString();
type Course = Parameters<typeof togetherIn>[0][number];
const cooking = (dueIn: number | null): Course => ({
  ...{ startedAt: at(-10), expectedSeconds: dueIn === null ? null : 600 + dueIn * 60 },
  ...{ readyAt: null, closedAt: null, collected: null, presumedServed: null },
});
const sam: Ticket['claim'] = { by: { id: 3, name: 'Sam' }, at: at(-1) };
const ready: Course = { ...cooking(0), readyAt: at(-1) };

it.each<[string, Course[], number | null]>([
  ['two that cook, by the later one', [cooking(0.5), cooking(1.5)], 90],
  ['one that cooks beside a ready one', [ready, cooking(2)], 120],
  ['a served one does not count', [{ ...ready, closedAt: at(0) }, cooking(1)], null],
  ['a collected one does not count', [{ ...ready, collected: sam }, cooking(1)], null],
  [
    'one presumed served does not count',
    [{ ...ready, presumedServed: { at: at(0), reason: 'table-wait' } }, cooking(1)],
    null,
  ],
  ['one alone', [cooking(1)], null],
  ['all are ready', [ready, ready], null],
  ['the last one takes longer', [ready, cooking(0.5), cooking(2.1)], null],
  ['one is past its expected time, and holds the table up', [cooking(0), cooking(1)], null],
  ['of one no time is known', [ready, cooking(null), cooking(1)], null],
])('[F29] %s', (_, courses, seconds) => {
  expect(togetherIn(courses, NOON)).toBe(seconds === null ? null : seconds * 1000);
});
