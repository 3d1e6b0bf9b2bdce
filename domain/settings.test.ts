import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isSettingKey, SETTINGS, type SettingKey, type SettingRow } from '../contract/settings';
import { MINUTE_MS } from '../lib/time';
import { readServices } from './services';
import { limitsFor, readSetting, settingFor, settledUnit } from './settings';

function row(value: number | string, branch: number | null = null, course: number | null = null): SettingRow {
  return { key: 'warnPercent', branch, course, value };
}

test('docs/contract.md names each setting, its default and its narrowest place', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../docs/contract.md'), 'utf8');
  const [, table = ''] = /^## Settings\n(.*?)^## /ms.exec(text) ?? [];
  const documented = [...table.matchAll(/^\| (`.*?`) \| (.*?) \| (.*?) \|/gm)].flatMap(
    ([, names = '', values, scope]) => {
      const keys = [...names.matchAll(/\w+/g)].map(([key]) => key);
      const defaults = keys.length === 1 ? [values] : values?.split(', ');
      return keys.map((key, index) => `${key}: ${defaults?.[index]}, ${scope}`);
    },
  );
  const scopes = { everywhere: 'all branches', branch: 'branch', course: 'course' };
  const settings = Object.entries(SETTINGS).map(
    ([key, { default: value, scope }]) => `${key}: ${value}, ${scopes[scope]}`,
  );
  expect(documented.toSorted()).toEqual(settings.toSorted());
});

test('every default is a valid value', () => {
  for (const [key, definition] of Object.entries(SETTINGS)) {
    expect(readSetting(key as SettingKey, String(definition.default)), key).toEqual({
      ok: true,
      value: definition.default,
    });
  }
});

test('a course overrides its branch, a branch overrides everywhere, and that overrides the default', () => {
  const rows: SettingRow[] = [
    { key: 'latePercent', branch: 1, course: 3, value: 1 },
    row(60, 1, 3),
    row(70, 1),
    row(75),
  ];

  expect(settingFor(rows, 'warnPercent', 1, 3)).toBe(60);
  expect(settingFor(rows.toReversed(), 'warnPercent', 1, 3)).toBe(60);
  expect(settingFor(rows, 'warnPercent', 1, 4)).toBe(70);
  expect(settingFor(rows, 'warnPercent', 1)).toBe(70);
  expect(settingFor(rows, 'warnPercent', 2, 3)).toBe(75);
  expect(settingFor(rows, 'warnPercent', null)).toBe(75);
  expect(settingFor([row(60, 1, 3), row(70, 1)], 'warnPercent', 2, 3)).toBe(80);
  expect(settingFor([], 'warnPercent', 1, 3)).toBe(80);
});

test('a PIN has 4 to 8 digits, and keeps a zero at its beginning', () => {
  expect(readSetting('kioskPin', ' 0417 ')).toEqual({ ok: true, value: '0417' });
  for (const wrong of ['', '123', '123456789', '12a4', '-1234', 'on'])
    expect(readSetting('kioskPin', wrong)).toMatchObject({ ok: false });
});

test('a value of zero overrides', () => {
  expect(settingFor([{ key: 'turnOver', branch: 1, course: null, value: 0 }], 'turnOver', 1)).toBe(0);
});

test('[F11] the limits of a course are converted to milliseconds', () => {
  expect(limitsFor([], 1, 3)).toEqual({
    warnPercent: 80,
    latePercent: 100,
    veryLatePercent: 150,
    fallbackWarnMs: 10 * MINUTE_MS,
    fallbackLateMs: 15 * MINUTE_MS,
    fallbackVeryLateMs: 25 * MINUTE_MS,
    readyWarnMs: 2 * MINUTE_MS,
    readyLateMs: 4 * MINUTE_MS,
    counterPresumedMs: 20 * MINUTE_MS,
    tablePresumedMs: 15 * MINUTE_MS,
    followedPresumedMs: 10 * MINUTE_MS,
    autoCloseMs: 240 * MINUTE_MS,
    claimHoldsMs: 3 * 60_000,
    collectedClosesMs: 10 * 60_000,
    turnOverMs: 45 * MINUTE_MS,
  });
  const rows: SettingRow[] = [
    row(50, 1, 3),
    { key: 'readyLate', branch: 1, course: null, value: 0.5 },
    { key: 'autoCloseHours', branch: null, course: null, value: 1.5 },
  ];
  expect(limitsFor(rows, 1, 3)).toMatchObject({ warnPercent: 50, readyLateMs: 30_000, autoCloseMs: 90 * MINUTE_MS });
  expect(limitsFor(rows, 1, 4)).toMatchObject({ warnPercent: 80, readyLateMs: 30_000 });
});

test('[F12] a set unit is settled, auto is not', () => {
  const set = (value: string): SettingRow[] => [{ key: 'posTimeUnit', branch: 1, course: null, value }];

  expect(settledUnit([], 1)).toBeNull();
  expect(settledUnit(set('auto'), 1)).toBeNull();
  expect(settledUnit(set('minutes'), 1)).toBe('minutes');
  expect(settledUnit(set('seconds'), 1)).toBe('seconds');
  expect(settledUnit(set('milliseconds'), 1)).toBe('milliseconds');
  expect(settledUnit(set('minutes'), 2)).toBeNull();
});

test.each([
  ['warnPercent', ' 80 ', 80],
  ['warnPercent', '1', 1],
  ['warnPercent', '1000', 1000],
  ['readyLate', '2.5', 2.5],
  ['turnOver', '0', 0],
  ['autoCloseHours', '48', 48],
  ['readyLeavesWall', 'off', 'off'],
  ['readyLeavesWall', '10', 10],
  ['posTimeUnit', 'minutes', 'minutes'],
  ['pathSlip', ' off ', 'off'],
  ['headerPrefix', 'Acme-POS', 'acme-pos'],
  ['headerPrefix', 'X-Acme', 'acme'],
  ['headerPrefix', 'Any', 'any'],
  ['services', 'dinner 16:00', 'dinner 16:00'],
  ['wallTouch', 'collect', 'collect'],
  ['openingHours', '17:00-02:00', '17:00-02:00'],
  ['openingHours', 'always', 'always'],
] as const)('%s takes “%s”', (key, text, value) => {
  expect(readSetting(key, text)).toEqual({ ok: true, value });
});

test.each([
  ['warnPercent', '', 'must be a number from 1 to 1000'],
  ['warnPercent', 'eighty', 'must be a number from 1 to 1000'],
  ['warnPercent', '0', 'must be a number from 1 to 1000'],
  ['warnPercent', '1001', 'must be a number from 1 to 1000'],
  ['warnPercent', 'NaN', 'must be a number from 1 to 1000'],
  ['warnPercent', '1e2', 'must be a number from 1 to 1000'],
  ['warnPercent', '0x50', 'must be a number from 1 to 1000'],
  ['readyLate', '0', 'must be a number from 0.1 to 1440'],
  ['readyLate', '-1', 'must be a number from 0.1 to 1440'],
  ['turnOver', 'Infinity', 'must be a number from 0 to 1440'],
  ['readyLeavesWall', 'never', 'must be off, or a number from 0 to 1440'],
  ['nameDays', '1.5', 'must be off, or a whole number of days from 1 to 3650'],
  ['bodyDays', '-1', 'must be off, or a whole number of days from 1 to 3650'],
  ['posTimeUnit', 'hours', 'must be one of auto, seconds, minutes, milliseconds'],
  ['pathSlip', 'yes', 'must be one of on, off'],
  ['headerPrefix', 'X Acme', 'must be any, or the name between X- and -Signature'],
  ['headerPrefix', '', 'must be any, or the name between X- and -Signature'],
  ['wallTouch', 'bump', 'must be one of hide, collect'],
  ['openingHours', '10-23', 'must be services, always, or hours such as 10:00-23:30'],
  ['services', 'lunch', 'must be names and starts, such as: lunch 11:00, dinner 16:00'],
  ['services', 'Dinner 12:00, dinner 17:00', 'must have names that differ in more than their case'],
  ['services', 'ÜBER 12:00, über 17:00', 'must have names that differ in more than their case'],
  ['services', 'a 11:00, b 11:00', 'must not have two services with the same start'],
  ['services', `${'a'.repeat(1_000)} 11:00`, 'must be one line of at most 1000 characters'],
  ['services', 'lunch\n11:00', 'must be one line of at most 1000 characters'],
  [
    'services',
    'lunch 11:00, None 12:00',
    'must not name a service none: courses before the first service are called that',
  ],
] as const)('%s refuses “%s” and says why', (key, text, why) => {
  expect(readSetting(key, text)).toEqual({ ok: false, why });
});

test('services have a name and a start, and are sorted by start', () => {
  expect(readServices('dinner 16:00, lunch 11:00')).toEqual([
    { name: 'lunch', startMinute: 660 },
    { name: 'dinner', startMinute: 960 },
  ]);
  expect(readServices(' late dinner  9:05 ,x 23:59')).toEqual([
    { name: 'late dinner', startMinute: 545 },
    { name: 'x', startMinute: 1439 },
  ]);
});

test('services that an earlier version stored are still read', () => {
  expect(readServices('Dinner 12:00, dinner 17:00, none 17:00')).toHaveLength(3);
});

test.each([
  '',
  'lunch',
  '11:00',
  'lunch 24:00',
  'lunch 11:60',
  'lunch 11.00',
  'lunch 11:00,',
  'lunch 11:00, lunch 16:00',
])('“%s” names no services', (text) => {
  expect(readServices(text)).toBeNull();
});

test('unknown keys are no settings, not even members of Object.prototype', () => {
  expect(isSettingKey('turnOver')).toBe(true);
  expect(isSettingKey('turnover')).toBe(false);
  expect(isSettingKey('toString')).toBe(false);
});
