import { expect, it } from 'vitest';
import { nextPage } from './login-page';

it('is the page that was asked for, with its choices', () => {
  expect(nextPage('/manager/history?branch=1&course=MA#t', null)).toBe('/manager/history?branch=1&course=MA#t');
  expect(nextPage(null, null)).toBe('/manager');
});

it('takes the chosen language along, unless the page has one of its own', () => {
  expect(nextPage('/manager/reports?branch=1', 'nl')).toBe('/manager/reports?branch=1&lang=nl');
  expect(nextPage('/manager?lang=en', 'nl')).toBe('/manager?lang=en');
});

it.each([
  'https://elsewhere.example/',
  '//elsewhere.example/manager',
  '/\\elsewhere.example',
  '\\\\elsewhere.example',
  '/\t/elsewhere.example',
  '/.//elsewhere.example',
  '/x/..//elsewhere.example',
  'javascript:alert(1)',
  ' //elsewhere.example',
  'http:manager',
  '',
])('never leads away: %j', (asked) => {
  expect(nextPage(asked, null)).toBe('/manager');
});
