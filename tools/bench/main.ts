import { Command } from 'commander';
import { errorMessage } from '../../lib/error-message';
import { endAfter } from '../harness/command-line';
import { compare } from './compare';
import { evening } from './evening';
import { growth } from './growth';
import { nodes } from './nodes';
import { reports } from './reports';
import { screens } from './screens';

/** Longer than `nodes`, and than loading a million courses. */
const MAX_RUN_MS = 4 * 60 * 60_000;

endAfter(MAX_RUN_MS);
const bench = new Command('bench').description('Measures Heatlamp on this machine, over loopback only.');
bench.addCommand(compare, { isDefault: true });
for (const scenario of [evening, growth, nodes, reports, screens]) bench.addCommand(scenario);
try {
  await bench.parseAsync();
  process.exit();
} catch (error) {
  process.stderr.write(`The bench failed: ${errorMessage(error)}\n`);
  process.exit(1);
}
