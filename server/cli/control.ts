import { chmod, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import type { Core } from '../core';
import { replyJson } from '../http/reply';
import { type CommandAnswer, runCommand } from './commands';

const order = z.object({ name: z.string(), input: z.unknown() });

/** The longest path that a socket file may have on every system that we run on. */
const LONGEST_SOCKET_PATH = 100;

/**
 * Lets the command line reach this process through a socket file that only its owner may open: the server alone
 * writes to the database. A data folder with too long a path goes without.
 */
export async function openControl(core: Core): Promise<{ close: () => Promise<void> }> {
  const file = core.config.controlSocket;
  if (Buffer.byteLength(file) > LONGEST_SOCKET_PATH) {
    core.log.warn(
      { file },
      'the path of the control socket is too long: the command line cannot reach this server; use a shorter DATA_DIR',
    );
    return { close: async () => {} };
  }
  const server = createServer(async (incoming, response) => {
    const parsed = order.safeParse(await json(incoming).catch(() => null));
    const answer: CommandAnswer = parsed.success
      ? await runCommand({ core, refusals: core.refusals.list }, parsed.data.name, parsed.data.input)
      : { ok: false, message: 'that is not a command' };
    replyJson(response, 200, answer);
  });
  // The lock is ours: a socket file that is there is a crash's.
  await rm(file, { force: true });
  // The folder is its owner's alone, so nobody can open the socket before its own mode is set.
  await new Promise<void>((listening, failed) => server.once('error', failed).listen(file, listening));
  await chmod(file, 0o600);
  return {
    async close() {
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

/** Gives a command to the server that runs on this socket file; null when none does. */
export function askServer(file: string, name: string, input: unknown): Promise<CommandAnswer | null> {
  return new Promise((answered, failed) => {
    const asked = request({ socketPath: file, method: 'POST', path: '/' }, (response) => {
      json(response).then((answer) => answered(answer as CommandAnswer), failed);
    });
    asked.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED' || error.code === 'EINVAL') answered(null);
      else if (error.code === 'EACCES') {
        answered({ ok: false, message: `${file} is another user's: run this as the user that runs the server` });
      } else failed(error);
    });
    asked.end(JSON.stringify({ name, input }));
  });
}
