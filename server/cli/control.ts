import { chmod, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request } from 'node:http';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import * as z from 'zod';
import { isSocketFile } from '../config';
import type { Core } from '../core';
import { replyJson } from '../http/reply';
import type { Progress } from '../storage/copies';
import { UserError } from '../user-error';
import { type CommandAnswer, runCommand } from './commands';

const commandShape = z.object({ name: z.string(), input: z.unknown() });

/** With this media type, the reply has one line of JSON for each progress report, and one for the result. */
const LINES = 'application/x-ndjson';

/** Maximum length of the path of a socket file in bytes, on every supported system. */
const MAX_SOCKET_PATH = 100;

/** What the commands use, and the refusals since the start for `doctor`. */
/**
 * Accepts commands through a socket file that only its owner may open, because only the server writes to the database.
 * Does nothing but warn if the path of the file is too long.
 */
export async function openControl(deps: Core): Promise<{ close: () => Promise<void> }> {
  const file = deps.config.controlSocket;
  const isFile = isSocketFile(file);
  if (isFile && Buffer.byteLength(file) > MAX_SOCKET_PATH) {
    deps.log.warn(
      { file },
      'the path of the control socket is too long: the command line cannot reach this server; use a shorter DATA_DIR',
    );
    return { close: async () => {} };
  }
  const server = createServer(async (incoming, response) => {
    const parsed = commandShape.safeParse(await json(incoming).catch(() => null));
    const inLines = incoming.headers.accept === LINES;
    const writeLine = (line: unknown) => response.write(`${JSON.stringify(line)}\n`);
    const context = {
      ...{ deps, refusals: deps.refusals.list },
      ...(inLines ? { onProgress: (progress: Progress) => void writeLine({ progress }) } : {}),
    };
    const answer: CommandAnswer = parsed.success
      ? await runCommand(context, parsed.data.name, parsed.data.input)
      : { ok: false, message: 'invalid command' };
    if (!inLines) return replyJson(response, 200, answer);
    writeLine(answer);
    response.end();
  });
  // This process holds the lock, so an existing socket file was left by a crash.
  if (isFile) await rm(file, { force: true });
  // Only the owner may enter the folder, so nobody else can open the socket before its mode is set.
  await new Promise<void>((listening, failed) => server.once('error', failed).listen(file, listening));
  if (isFile) await chmod(file, 0o600);
  return {
    async close() {
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

/** No file, or none of a server that runs; no folder in which it could be; or a path that is too long for one. */
const NO_SERVER = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTDIR', 'EINVAL']);

/** Sends a command to the server behind a socket file. Null if no server runs. @throws UserError if it ends early */
export function sendCommand(
  file: string,
  name: string,
  input: unknown,
  onProgress?: (progress: Progress) => void,
): Promise<CommandAnswer | null> {
  const headers = onProgress ? { Accept: LINES } : {};
  return new Promise((answered, failed) => {
    // A connection that is kept may be one to a server that has ended.
    const sent = request({ socketPath: file, method: 'POST', path: '/', headers, agent: false }, (response) => {
      const answer = onProgress ? lastLine(response, onProgress) : (json(response) as Promise<CommandAnswer>);
      answer.then(answered, () => failed(new UserError(ENDED)));
    });
    sent.once('error', (error: NodeJS.ErrnoException) => {
      if (NO_SERVER.has(error.code ?? '')) answered(null);
      else if (error.code === 'EACCES') {
        answered({ ok: false, message: `${file} is another user's: run this as the user that runs the server` });
      } else failed(new UserError(ENDED));
    });
    sent.end(JSON.stringify({ name, input }));
  });
}

const ENDED = 'the server ended before it replied: see its log, and run doctor';

async function lastLine(response: IncomingMessage, onProgress: (progress: Progress) => void): Promise<CommandAnswer> {
  for await (const line of createInterface({ input: response })) {
    const message = JSON.parse(line) as CommandAnswer | { progress: Progress };
    if ('ok' in message) return message;
    onProgress(message.progress);
  }
  throw new UserError(ENDED);
}
