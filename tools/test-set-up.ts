import { format } from 'node:util';
import { afterEach, beforeEach } from 'vitest';

const print = console.error;
let said: string[] = [];

/** A printed error fails the test, unless the test has its own spy here. */
beforeEach(() => {
  said = [];
  console.error = (...parts: unknown[]) => {
    print(...parts);
    said.push(format(...parts));
  };
});

afterEach(() => {
  console.error = print;
  if (said.length > 0) throw new Error(`console.error was called: ${said.join('\n')}`);
});
