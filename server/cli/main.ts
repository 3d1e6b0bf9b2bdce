import { randomUUID } from 'node:crypto';
import { noteBackup, refuseWithPostgresql } from '../backup/backups';
import { CannotStart } from '../cannot-start';
import { refuseEmptyFolder } from '../claim-folder';
import { loadEnvironmentFile, readConfig } from '../config';
import { openCore } from '../core';
import type { CoreDeps } from '../open-data';
import type { Progress } from '../storage/copies';
import { UserError } from '../user-error';
import { commandLine } from './command-line';
import { type CommandAnswer, type CommandName, onlyIfSeen, runCommand } from './commands';
import { sendCommand } from './control';
import { copyFolder, createCopyLine } from './copy';
import type { Diagnosis } from './doctor';
import { forgetSecretsStopped } from './forget-secrets';
import { giveToOwner, restore } from './restore';
import { progressText, toText } from './to-text';

const HANGS_AFTER_MS = 10_000;
const HANGS =
  'Still waiting for the server after ten seconds. If its pages do not open either, it hangs: restart it.\n';

/** Runs a command in the server that uses the data folder, or on the folder itself if no server runs. */
async function perform(name: CommandName, input: unknown): Promise<CommandAnswer> {
  const read = readConfig(process.env, loadEnvironmentFile());
  if (!read.ok) return { ok: false, message: read.problems.join('\n') };
  if (name === 'backup' || name === 'restore') refuseWithPostgresql(read.config);
  const { controlSocket, dataDir } = read.config;
  const noLog = { warn: () => {}, info: () => {} };
  const deps = { config: read.config, now: Date.now, newEpoch: randomUUID, log: noLog, mayMigrate: false };
  if (name === 'copy') {
    onInterrupt('Stopped. Run the same command again.');
    giveToOwnerAtEnd(dataDir);
    return { ok: true, result: await copyFolder(deps, (input as { to: string }).to, createCopyLine(process.stderr)) };
  }
  const at = Date.now();
  const waiting = setTimeout(() => process.stderr.write(HANGS), HANGS_AFTER_MS);
  const ignoreInterrupts = onInterrupt(
    'Stopped waiting. A server that has begun this goes on with it: audit list says when it is done.',
  );
  const onProgress = (progress: Progress) => {
    clearTimeout(waiting);
    showProgress(progress);
  };
  const fromServer = await sendCommand(controlSocket, name, input, onProgress).finally(() => {
    clearTimeout(waiting);
    ignoreInterrupts();
  });
  if (fromServer && name === 'backup') {
    const { file } = input as { file: string };
    const seen = onlyIfSeen(fromServer, file, dataDir);
    const noted = seen.ok ? await sendCommand(controlSocket, 'backup seen', { file, at }) : null;
    if (noted?.ok === false) process.stderr.write(`${noted.message}\n`);
    return seen;
  }
  if (fromServer) return fromServer;

  if (name !== 'restore') refuseEmptyFolder(read.config);
  onInterrupt(
    name === 'restore'
      ? `Stopped. If there is a new heatlamp-until-….db in ${dataDir}, the backup is in use.`
      : 'Stopped.',
  );
  giveToOwnerAtEnd(dataDir);
  const answer = await performStopped(deps, name, input);
  if (name === 'backup' && answer.ok)
    await noteBackup(dataDir, { ...(input as { file: string }), at }).catch((error: UserError) => {
      process.stderr.write(`${error.message}\n`);
    });
  return answer;
}

/** Also when the command is interrupted. */
function giveToOwnerAtEnd(dataDir: string): void {
  process.once('exit', () => giveToOwner(dataDir));
}

/** On Ctrl-C, ends with a line that says what is done. Call the result to end without one again. */
function onInterrupt(line: string): () => void {
  const end = () => {
    process.stderr.write(`\n${line}\n`);
    process.exit(130);
  };
  process.once('SIGINT', end);
  return () => void process.off('SIGINT', end);
}

/** Runs a command on a folder that no server uses. */
async function performStopped(deps: CoreDeps, name: CommandName, input: unknown): Promise<CommandAnswer> {
  // Not through `openCore`: these must work even if the database cannot be opened.
  if (name === 'restore')
    return { ok: true, result: await restore(deps, (input as { file: string }).file, showProgress) };
  if (name === 'secrets forget') return { ok: true, result: await forgetSecretsStopped(deps) };
  const core = await openCore(deps);
  try {
    return await runCommand({ deps: core, refusals: null, onProgress: showProgress }, name, input);
  } finally {
    await core.close();
  }
}

/** One progress line that overwrites itself; nothing if the output is not a terminal. */
function showProgress(progress: Progress): void {
  if (process.stderr.isTTY)
    process.stderr.write(`\r${progressText(progress)}${progress.done < progress.of ? '' : '\n'}`);
}

async function main(): Promise<void> {
  await commandLine(async (name, input, { json }) => {
    const answer = await perform(name, input).catch((error: unknown) => {
      if (error instanceof CannotStart || error instanceof UserError)
        return { ok: false as const, message: error.message };
      throw error;
    });
    if (!answer.ok) {
      process.stderr.write(`${answer.message}\n`);
      process.exitCode = 1;
      return;
    }
    if (name === 'doctor' && !(answer.result as Diagnosis).ok) process.exitCode = 1;
    process.stdout.write(`${json ? JSON.stringify(answer.result) : toText(name, answer.result)}\n`);
  }).parseAsync();
}

// Like the server: created files contain secrets and names of guests.
process.umask(0o077);
// The reader of the output may end before it, as in `heatlamp audit list | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
await main();
