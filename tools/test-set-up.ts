import { format } from 'node:util';
import { afterAll, afterEach } from 'vitest';

const print = console.error;
const printed: string[] = [];

console.error = (...parts: unknown[]) => {
  print(...parts);
  printed.push(format(...parts));
};
afterAll(() => {
  console.error = print;
});

/** A printed error fails the test, or another one that runs concurrently. */
afterEach(() => {
  const errors = printed.splice(0);
  if (errors.length > 0) throw new Error(`console.error was called: ${errors.join('\n')}`);
});
