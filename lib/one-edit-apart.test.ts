import { expect, it } from 'vitest';
import { isOneEditApart } from './text';

it.each([
  ['PUBLICURL', 'PUBLICURLS', true],
  ['SECRETKEY', 'SECRETSKEY', true],
  ['DATADOR', 'DATADIR', true],
  ['DATAIDR', 'DATADIR', true],
  ['DATADIR', 'DATADIR', false],
  ['DATADIRXY', 'DATADIR', false],
  ['DTAADRI', 'DATADIR', false],
  ['', 'A', true],
  ['', '', false],
])('%s and %s: %s', (a, b, expected) => {
  expect(isOneEditApart(a, b)).toBe(expected);
  expect(isOneEditApart(b, a)).toBe(expected);
});
