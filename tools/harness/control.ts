import { request } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';

type Answer = { ok: true; result: unknown } | { ok: false; message: string };

/** A refusal by the server, with its message. */
export class CommandRefused extends Error {}

/**
 * Sends a command to the server that runs on a data folder, like the command line. @throws CommandRefused,
 * or if there is no answer
 */
export async function command<Result>(folder: string, name: string, input: unknown = {}): Promise<Result> {
  const answer = await new Promise<Answer>((answered, failed) => {
    const socketPath = path.join(folder, 'control.sock');
    const sent = request({ socketPath, method: 'POST', path: '/', agent: false }, (response) => {
      json(response).then((reply) => answered(reply as Answer), failed);
    });
    sent.once('error', failed);
    sent.end(JSON.stringify({ name, input }));
  });
  if (!answer.ok) throw new CommandRefused(answer.message);
  return answer.result as Result;
}
