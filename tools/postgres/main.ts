// `npm run postgres`: a real PostgreSQL in a temporary folder, for trying out, until Ctrl-C.
import { Command, InvalidArgumentError } from 'commander';
import { startPostgresql } from '../harness/postgresql';

const { port } = new Command('postgres')
  .description('Starts a PostgreSQL from npm in a temporary folder. Its data is removed when it stops.')
  .option('--port <n>', 'port to listen on', readPort, 5433)
  .parse()
  .opts<{ port: number }>();

const postgresql = await startPostgresql(port).catch((error: Error) => {
  console.error(`${error.message}\nChoose another port with --port, or see whether another PostgreSQL uses it.`);
  process.exit(1);
});
// From now on a signal stops it.
const url = await postgresql.createDatabase('heatlamp');
console.log(
  `PostgreSQL runs until Ctrl-C. Start Heatlamp on it in another terminal:\n\n  DATABASE_URL=${url} npm start\n`,
);

function readPort(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > 65_535)
    throw new InvalidArgumentError('It must be from 1 to 65535.');
  return number;
}
