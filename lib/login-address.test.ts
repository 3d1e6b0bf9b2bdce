import { expect, it } from 'vitest';
import { loginAddress } from './login-address';

const addressOf = (path: string, query = '') => loginAddress(path, new URLSearchParams(query));

it('the sign-in page goes on to the page that was asked for', () => {
  expect(addressOf('/manager/history')).toBe('/login?next=%2Fmanager%2Fhistory');
  expect(addressOf('/manager/history', 'branch=1')).toBe('/login?next=%2Fmanager%2Fhistory%3Fbranch%3D1');
});

it('the sign-in page is in the language that the address chose', () => {
  expect(addressOf('/manager', 'lang=nl')).toBe('/login?next=%2Fmanager%3Flang%3Dnl&lang=nl');
  expect(addressOf('/manager', 'lang=xx')).toBe('/login?next=%2Fmanager%3Flang%3Dxx');
});
