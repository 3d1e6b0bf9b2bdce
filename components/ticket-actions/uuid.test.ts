import { expect, it } from 'vitest';
import { uuid } from './uuid';

it('the result is a UUID of version 4', () => {
  for (let times = 0; times < 200; times += 1)
    expect(uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it('every call returns another UUID', () => {
  const made = Array.from({ length: 2_000 }, uuid);
  expect(new Set(made).size).toBe(made.length);
});
