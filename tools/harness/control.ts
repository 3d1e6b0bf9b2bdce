import { request } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';

/** A backup of a large database under load takes minutes. */
const TIMEOUT_MS = 300_000;

type Reply = { ok: true; result: unknown } | { ok: false; message: string };

/** A refusal by the server, with its message. */
export class CommandRefused extends Error {}

/**
 * Sends a command to the server of a data folder, like the command line.
 * @throws CommandRefused, or an error if there is no reply within five minutes
 */
export async function command<Result>(folder: string, name: string, input: unknown = {}): Promise<Result> {
  const reply = await new Promise<Reply>((resolve, reject) => {
    const socketPath = path.join(folder, 'control.sock');
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const clientRequest = request({ socketPath, method: 'POST', path: '/', agent: false, signal }, (response) => {
      json(response).then((reply) => resolve(reply as Reply), reject);
    });
    clientRequest.once('error', reject);
    clientRequest.end(JSON.stringify({ name, input }));
  });
  if (!reply.ok) throw new CommandRefused(reply.message);
  return reply.result as Result;
}
