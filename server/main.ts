import { randomUUID } from 'node:crypto';
import { CannotStart } from './cannot-start';
import { loadEnvironmentFile, readConfig } from './config';
import { createServer, type Heatlamp } from './create-server';
import { openLog } from './log';
import { startUpHints } from './start-up-hints';
import { reserveLog } from './storage/database-file';
import { UserError } from './user-error';

/** Ends the process with one line on stderr: what is wrong, why, and what to do. */
function giveUp(message: string): never {
  process.stderr.write(`Heatlamp cannot run: ${message}\n`);
  process.exit(1);
}

function environmentFile(): string[] {
  try {
    return loadEnvironmentFile();
  } catch (error) {
    if (error instanceof UserError) giveUp(error.message);
    throw error;
  }
}

// Created files contain secrets and names of guests, so they are readable by the owner only.
process.umask(0o077);
const read = readConfig(process.env, environmentFile());
if (!read.ok) giveUp(read.problems.join('; '));
const { config } = read;
const log = openLog(config.logLevel);
// The terminal or log program that reads the output may end; the server must continue.
const ignore = () => {};
process.stdout.on('error', ignore);
process.stderr.on('error', ignore);
// Next listens for uncaught errors as well, and would let the process continue, but after one the state may be wrong.
// Everything acknowledged is stored, and systemd or the container starts the server again.
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => {
    log.writeLast({ error: error instanceof Error ? error.stack : String(error) }, 'an unexpected error ends Heatlamp');
    process.exit(1);
  });
let started: Heatlamp | null = null;
let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await started?.close();
  await log.close();
  process.exit(0);
}
// Before the start, because a signal does not end process 1 of a container by itself.
process.once('SIGTERM', () => void stop());
process.once('SIGINT', () => void stop());
/** `--no-pages` is for tools: the server without Next.js, which starts in under a second. */
const pages = process.argv.includes('--no-pages')
  ? false
  : process.argv.includes('--dev')
    ? 'development'
    : 'production';

const heatlamp = await createServer({ config, now: Date.now, newEpoch: randomUUID, log }, { pages }).catch(
  (error: unknown) => {
    if (error instanceof CannotStart) giveUp(error.message);
    throw error;
  },
);
started = heatlamp;

heatlamp.server.once('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EADDRINUSE')
    giveUp(`port ${config.port} is taken: stop what listens there, or set PORT to another`);
  if (error.code === 'EACCES') giveUp(`port ${config.port} may not be used by this user: set PORT to one above 1023`);
  giveUp(`${config.host}:${config.port} cannot be listened on (${error.code ?? error.message}): set HOST and PORT`);
});

heatlamp.server.listen(config.port, config.host, () => {
  const address = heatlamp.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  process.stdout.write(`Heatlamp listens on ${config.publicUrl ?? `http://localhost:${port}`}\n`);
  heatlamp.core.localName.announce(port);
  for (const file of [config.inboxFile, config.databaseFile]) void reserveLog(file);
  for (const line of startUpHints(heatlamp.core, port)) process.stdout.write(`${line}\n`);
});
