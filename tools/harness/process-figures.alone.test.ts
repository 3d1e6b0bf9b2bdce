import { expect, test } from 'vitest';
import { residentMegabytes } from './process-figures';

test('allocated memory is resident', () => {
  const before = residentMegabytes(process.pid);
  const allocated = Buffer.alloc(64 * 1024 * 1024, 1);
  expect(residentMegabytes(process.pid) - before).toBeGreaterThan(50);
  expect(allocated[0]).toBe(1);
});
