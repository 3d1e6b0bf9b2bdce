import { expect, it } from 'vitest';
import { SETTINGS } from '../../contract/settings';
import { GROUPS } from './groups';

it('every setting belongs to one group', () => {
  expect(Object.values(GROUPS).flat().toSorted()).toEqual(Object.keys(SETTINGS).toSorted());
});
