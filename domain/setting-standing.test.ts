import { expect, test } from 'vitest';
import { SETTINGS, type SettingKey, type SettingRow } from '../contract/settings';
import { limitsOutOfOrder, mayDiffer, standingOf } from './settings';

const everywhere = { branch: null, course: null };
const branch = { branch: 1, course: null };
const course = { branch: 1, course: 3 };

const late = (value: number, at: { branch: number | null; course: number | null }): SettingRow => ({
  key: 'latePercent',
  value,
  ...at,
});

test('a value has its source, and the value that would be inherited without it', () => {
  expect(standingOf([], 'latePercent', course)).toEqual({
    value: 100,
    from: 'default',
    otherwise: { value: 100, from: 'default' },
    differing: [],
  });
  const rows = [late(130, course), late(120, branch), late(110, everywhere), late(90, { branch: 2, course: null })];
  expect(standingOf(rows, 'latePercent', course)).toEqual({
    value: 130,
    from: 'course',
    otherwise: { value: 120, from: 'branch' },
    differing: [],
  });
  expect(standingOf(rows.slice(2), 'latePercent', course)).toMatchObject({ value: 110, from: 'everywhere' });
  expect(standingOf(rows.slice(1), 'latePercent', course)).toMatchObject({ value: 120, from: 'branch' });
});

test('a place lists the narrower places that override it, and no others', () => {
  const rows = [
    late(90, { branch: 2, course: null }),
    late(140, { branch: 1, course: 4 }),
    late(130, course),
    late(120, branch),
    late(110, everywhere),
  ];
  expect(standingOf(rows, 'latePercent', everywhere).differing).toEqual([
    { branch: 1, course: null, value: 120 },
    { branch: 1, course: 3, value: 130 },
    { branch: 1, course: 4, value: 140 },
    { branch: 2, course: null, value: 90 },
  ]);
  expect(standingOf(rows, 'latePercent', branch).differing).toEqual([
    { branch: 1, course: 3, value: 130 },
    { branch: 1, course: 4, value: 140 },
  ]);
  expect(standingOf(rows, 'latePercent', course).differing).toEqual([]);
});

test('a setting cannot be overridden below its scope', () => {
  const widths = (key: SettingKey) => [everywhere, branch, course].map((at) => mayDiffer(key, at));
  expect(widths('headerPrefix')).toEqual([true, false, false]);
  expect(widths('turnOver')).toEqual([true, true, false]);
  expect(widths('latePercent')).toEqual([true, true, true]);
});

test('limits that are not ascending are reported', () => {
  const found = (values: Partial<Record<SettingKey, number>>) =>
    limitsOutOfOrder((key) => values[key] ?? SETTINGS[key].default);
  expect(found({})).toEqual([]);
  expect(found({ warnPercent: 101 })).toEqual(['percent']);
  expect(found({ warnPercent: 100 })).toEqual([]);
  expect(found({ fallbackLate: 26, readyWarn: 5 })).toEqual(['fallback', 'ready']);
});
