import { format } from 'node:util';
import { afterEach, beforeEach } from 'vitest';

const print = console.error;
let said: string[] = [];

/** An error that is only printed is one that nobody sees: it fails the test, unless the test put its own spy here. */
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
