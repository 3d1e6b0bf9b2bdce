import { chmod, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request } from 'node:http';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import type { Core } from '../core';
import { replyJson } from '../http/reply';
import type { Progress } from '../storage/copies';
import { UserError } from '../user-error';
import { type CommandAnswer, type CommandDeps, runCommand } from './commands';

const order = z.object({ name: z.string(), input: z.unknown() });

/** With this media type the reply is a line for each step of progress, then the result. */
const LINES = 'application/x-ndjson';

/** The longest path that a socket file may have on every system that we run on. */
const LONGEST_SOCKET_PATH = 100;

/** What the commands use, and the refusals since the start for `doctor`. */
export type ControlDeps = CommandDeps & Pick<Core, 'refusals'>;

/**
 * Lets the command line reach this process through a socket file that only its owner may open: the server alone
 * writes to the database. A data folder with too long a path goes without.
 */
export async function openControl(deps: ControlDeps): Promise<{ close: () => Promise<void> }> {
  const file = deps.config.controlSocket;
  if (Buffer.byteLength(file) > LONGEST_SOCKET_PATH) {
    deps.log.warn(
      { file },
      'the path of the control socket is too long: the command line cannot reach this server; use a shorter DATA_DIR',
    );
    return { close: async () => {} };
  }
  const server = createServer(async (incoming, response) => {
    const parsed = order.safeParse(await json(incoming).catch(() => null));
    const inLines = incoming.headers.accept === LINES;
    const say = (line: unknown) => response.write(`${JSON.stringify(line)}\n`);
    const context = {
      ...{ deps, refusals: deps.refusals.list },
      ...(inLines ? { onProgress: (progress: Progress) => void say({ progress }) } : {}),
    };
    const answer: CommandAnswer = parsed.success
      ? await runCommand(context, parsed.data.name, parsed.data.input)
      : { ok: false, message: 'that is not a command' };
    if (!inLines) return replyJson(response, 200, answer);
    say(answer);
    response.end();
  });
  // The lock is ours: a socket file that is there is a crash's.
  await rm(file, { force: true });
  // Only the owner may enter the folder, so nobody else can open the socket before its mode is set.
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
export function askServer(
  file: string,
  name: string,
  input: unknown,
  onProgress?: (progress: Progress) => void,
): Promise<CommandAnswer | null> {
  const headers = onProgress ? { Accept: LINES } : {};
  return new Promise((answered, failed) => {
    const asked = request({ socketPath: file, method: 'POST', path: '/', headers }, (response) => {
      const answer = onProgress ? lastLine(response, onProgress) : (json(response) as Promise<CommandAnswer>);
      // Whatever it was, nothing more comes.
      answer.then(answered, () => failed(new UserError(ENDED)));
    });
    asked.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED' || error.code === 'EINVAL') answered(null);
      else if (error.code === 'EACCES') {
        answered({ ok: false, message: `${file} is another user's: run this as the user that runs the server` });
      } else failed(new UserError(ENDED));
    });
    asked.end(JSON.stringify({ name, input }));
  });
}

const ENDED = 'the server ended before it answered: its log says why, and doctor how things are now';

async function lastLine(response: IncomingMessage, onProgress: (progress: Progress) => void): Promise<CommandAnswer> {
  for await (const line of createInterface({ input: response })) {
    const message = JSON.parse(line) as CommandAnswer | { progress: Progress };
    if ('ok' in message) return message;
    onProgress(message.progress);
  }
  throw new UserError(ENDED);
}
