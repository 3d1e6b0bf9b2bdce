import { expect, it } from 'vitest';
import { SETTING_KEYS } from '../../contract/settings';
import { GROUPS } from './setting-groups';

it('every setting belongs to one group', () => {
  expect(Object.values(GROUPS).flat().toSorted()).toEqual(SETTING_KEYS.toSorted());
});
