import { randomUUID } from 'node:crypto';
import { readConfig } from '../config';
import { CannotStart, openCore } from '../core';
import { commandLine } from './command-line';
import { type CommandAnswer, type CommandName, runCommand } from './commands';
import { askServer } from './control';
import { toText } from './to-text';

/** Runs one command: through the server that runs on the data folder, or on the folder itself while none does. */
async function perform(name: CommandName, input: unknown): Promise<CommandAnswer> {
  const read = readConfig(process.env);
  if (!read.ok) return { ok: false, message: read.problems.join('\n') };
  const fromServer = await askServer(read.config.controlSocket, name, input);
  if (fromServer) return fromServer;

  const silent = { warn: () => {}, info: () => {} };
  const core = await openCore({ config: read.config, now: Date.now, newEpoch: randomUUID, log: silent });
  try {
    return await runCommand({ core, refusals: null }, name, input);
  } finally {
    await core.close();
  }
}

async function main(): Promise<void> {
  await commandLine(async (name, input, { json }) => {
    const answer = await perform(name, input).catch((error: unknown) => {
      if (error instanceof CannotStart) return { ok: false as const, message: error.message };
      throw error;
    });
    if (!answer.ok) {
      process.stderr.write(`${answer.message}\n`);
      process.exitCode = 1;
      return;
    }
    process.stdout.write(`${json ? JSON.stringify(answer.result) : toText(name, answer.result)}\n`);
  }).parseAsync();
}

// As the server does: what is made here holds secrets and guests' names.
process.umask(0o077);
await main();
