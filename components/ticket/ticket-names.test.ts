import { expect, it } from 'vitest';
import { isNamedAfterCounter } from './ticket-names';

it.each([
  ['Counter', true],
  [' COUNTER ', true],
  ['Balie', true],
  ['Theke', true],
  ['Comptoir', true],
  ['Counter snacks', false],
  ['Mains', false],
  [null, false],
])('a course named %s says only that it is for the counter: %s', (name, isKind) => {
  expect(isNamedAfterCounter({ name })).toBe(isKind);
});
