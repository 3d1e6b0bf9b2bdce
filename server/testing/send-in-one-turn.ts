import { holdQueue, queued } from './in-turn';
import type { RunningServer } from './running-server';

/** Sends requests one after the other while the queue is held: each was admitted before those before it had their turn. */
export async function sendInOneTurn(
  server: Pick<RunningServer, 'core' | 'server'>,
  requests: readonly (() => Promise<Response>)[],
): Promise<Response[]> {
  const release = holdQueue(server);
  const answers: Promise<Response>[] = [];
  for (const send of requests) answers.push((await queued(server, send)).answer);
  await release();
  return Promise.all(answers);
}
