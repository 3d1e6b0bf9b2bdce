import { randomInt } from 'node:crypto';
import { errorMessage } from '../../lib/error-message';
import { createCommandLine, type Terminal } from './command-line';
import { REAL_TIME } from './post-delivery';

const terminal: Terminal = {
  clock: REAL_TIME,
  today: () => Date.now(),
  errors: process.stderr,
  print: (text) => process.stdout.write(text),
  newSeed: () => randomInt(2 ** 32),
};

try {
  await createCommandLine(terminal, () => {
    process.exitCode = 1;
  }).parseAsync();
} catch (error) {
  process.stderr.write(`error: ${errorMessage(error)}\n`);
  process.exitCode = 1;
}
