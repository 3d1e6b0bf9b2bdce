import { expect, it } from 'vitest';
import { uuid } from './ticket-actions-store';

it('returns a UUID of version 4', () => {
  for (let attempt = 0; attempt < 200; attempt += 1)
    expect(uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it('returns a different UUID each time', () => {
  const made = Array.from({ length: 2_000 }, uuid);
  expect(new Set(made).size).toBe(made.length);
});
