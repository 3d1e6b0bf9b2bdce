import { expect, it } from 'vitest';
import type { Board, BoardHead } from '../../contract/live';
import { practiceAt } from '../../domain/practice';
import { TEST_SCRIPT } from '../../domain/practice-scripts';
import { limitsFor } from '../../domain/settings';
import { board, change, EVENING, ticket } from '../testing/tickets';
import { afterChange, afterHead, afterSnapshot, FIRST_VIEW, type LiveView } from './live-view';

const PACE = { script: TEST_SCRIPT, speed: 1, firstKey: 0 };
const RUN = { kind: 'test', branch: 1, beganAt: EVENING, posOffsetMs: 0, ...PACE } as const;
const RULES = {
  limitsOf: () => limitsFor([], 1, 1),
  calendar: { timeZone: 'Europe/Amsterdam', cutOffMinute: 240 },
};
const testAt = (ms: number) => practiceAt(RUN, [], EVENING + ms, RULES) ?? undefined;
const first = board({ tickets: [ticket()] });
const opened = (practice?: Board['practice']) =>
  afterSnapshot(FIRST_VIEW, { ...first, ...(practice && { practice }) }, { kind: 'socket' }, 0);
const head = (view: LiveView, practice?: unknown) => {
  const { epoch, version, serverTime, posOffsetMs, lastDeliveryAt, wall, gaps } = first;
  const sent = { epoch, version, serverTime, posOffsetMs, lastDeliveryAt, wall, gaps, build: 'build' };
  return afterHead(view, { ...sent, ...(practice ? { practice } : {}) } as BoardHead, false, 0);
};
const places = ({ board }: LiveView) => [...(board?.tickets.values() ?? [])].map(({ table }) => table?.number);

it('[F26] a test course is shown beside the board while heads carry it, and the board is the same after it', () => {
  const before = opened();
  const during = head(before, testAt(0));
  expect(places(during)).toEqual([...places(before), 'TEST']);
  expect(during.board?.tables.has('TEST/1')).toBe(true);
  expect(during.changed).toEqual(['0-1-1']);
  const same = head(during, testAt(1_000));
  expect(same.board).toBe(during.board);
  expect(head(same, testAt(9_000)).board?.tickets.get('0-1-1')?.readyAt).not.toBeNull();
  const after = head(during);
  expect(after.board).toBe(before.board);
  expect(after.practice).toBeNull();
});

it('[F26] changes of the board are applied beside it, and it is part of no version', () => {
  const during = opened(testAt(0));
  expect(places(during)).toContain('TEST');
  const next = change(first.version + 1, { tickets: [ticket({ id: '9-1-1', version: first.version + 1 })] });
  const changed = afterChange(during, next, 0);
  expect(changed?.board?.tickets.size).toBe(3);
  expect(changed?.own?.tickets.size).toBe(2);
  expect(changed && places(head(changed))).not.toContain('TEST');
});

it('[F26][F11a] what is practised has the limits of the screen that shows it', () => {
  const screen = { id: 7, name: 'Pass', view: 'pass', limits: { readyWarn: 1 } };
  const ready = head({ ...opened(), screen }, testAt(9_000)).board?.tickets.get('0-1-1');
  expect(Date.parse(ready?.warnAt ?? '') - Date.parse(ready?.readyAt ?? '')).toBe(60_000);
  const usual = head(opened(), testAt(9_000)).board?.tickets.get('0-1-1');
  expect(Date.parse(usual?.warnAt ?? '') - Date.parse(usual?.readyAt ?? '')).toBe(120_000);
});
