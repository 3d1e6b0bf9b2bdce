import { expect, it } from 'vitest';
import { isLoopback } from './browser-values';

it.each([
  'http://localhost:3000',
  'http://127.0.0.1:3000',
  'http://127.1.2.3',
  'http://[::1]:3000',
  'http://a.localhost',
])('%s leads to this machine only', (origin) => {
  expect(isLoopback(origin)).toBe(true);
});

it.each(['http://192.168.1.20:3000', 'https://heatlamp.example', 'http://kitchen.local:3000', 'http://[fd00::1]', ''])(
  '%s leads elsewhere',
  (origin) => {
    expect(isLoopback(origin)).toBe(false);
  },
);
