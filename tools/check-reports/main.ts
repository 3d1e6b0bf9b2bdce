import { existsSync } from 'node:fs';
import path from 'node:path';
import { Command, Option } from 'commander';
import { errorMessage } from '../../lib/error-message';
import { print } from '../harness/report';
import type { CheckResult } from './check-branch';
import { checkFolder, checkOnPostgresql } from './check-folder';

const MAX_PRINTED = 50;

type Options = { dataDir: string; database: 'sqlite' | 'postgresql'; replica?: true };

const command = new Command('check-reports')
  .description(
    'Starts a server on a data folder, recomputes every figure of its reports from its exported courses, without code of the server, and compares the two.',
  )
  .requiredOption('--data-dir <folder>', 'a data folder that no server uses')
  .addOption(
    new Option('--database <name>', 'postgresql: also in a PostgreSQL into which it is copied')
      .choices(['sqlite', 'postgresql'])
      .default('sqlite'),
  )
  .option('--replica', 'with --database postgresql: read from a streaming replica')
  .parse();

async function main({ dataDir, database, replica }: Options): Promise<boolean> {
  if (!existsSync(path.join(dataDir, 'heatlamp.db')))
    command.error(`error: ${dataDir} has no heatlamp.db; --data-dir names the folder of a server.`);
  const results = [report('SQLite', await checkFolder(dataDir))];
  if (database === 'postgresql') results.push(report('PostgreSQL', await checkOnPostgresql(dataDir, replica === true)));
  return results.every(({ differences }) => differences.length === 0);
}

function report(name: string, result: CheckResult): CheckResult {
  const { figures, differences } = result;
  for (const difference of differences.slice(0, MAX_PRINTED)) print(difference);
  print(`${name}: ${figures} figures recomputed, ${differences.length} differ`);
  return result;
}

const isEqual = await main(command.opts<Options>()).catch((error: unknown) => {
  process.stderr.write(`The check failed: ${errorMessage(error)}\n`);
  return false;
});
process.exit(isEqual ? 0 : 1);
