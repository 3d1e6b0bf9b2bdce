import { expect, it } from 'vitest';
import { createSettings } from '../../domain/settings';
import { createIntakeSettings } from './intake-settings';

it('are those in force, from the moment the rows are replaced', () => {
  const settings = createSettings([]);
  const current = createIntakeSettings(settings);
  const usual = { pinnedPrefix: null, pathSlip: { isRead: true, exceptInBranches: [] } };
  expect(current()).toEqual(usual);
  expect(current()).toBe(current());

  settings.replace([
    { key: 'headerPrefix', branch: null, course: null, value: 'acme' },
    { key: 'pathSlip', branch: 2, course: null, value: 'off' },
  ]);
  expect(current()).toEqual({ pinnedPrefix: 'acme', pathSlip: { isRead: true, exceptInBranches: [2] } });
  settings.replace([]);
  expect(current()).toEqual(usual);
});
