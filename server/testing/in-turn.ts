import { vi } from 'vitest';
import type { Core } from '../core';
import type { Sql } from '../storage/database';
import { isOnPostgresql } from './data-folder';
import type { RunningServer } from './running-server';

/** Runs `work` in turn with what else a server commits: until it ends, the server commits and follows nothing. */
export function inTurn<Result>({ core }: { core: Core }, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  return core.queue.run(async (sql) => {
    // PostgreSQL would end a transaction that is idle for five seconds.
    if (isOnPostgresql()) await sql.$executeRawUnsafe('SET LOCAL idle_in_transaction_session_timeout = 0');
    return work(sql);
  });
}

/** Lets everything that a server commits wait, until the result is called. */
export function holdQueue(server: { core: Core }): () => Promise<void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const holding = inTurn(server, () => released);
  return () => {
    release();
    return holding;
  };
}

/** Sends a request. Resolves when it waits for its turn in the queue, which is held, or is answered. */
export async function queued(
  { core, server }: Pick<RunningServer, 'core' | 'server'>,
  send: () => Promise<Response>,
): Promise<{ answer: Promise<Response> }> {
  const commands = vi.spyOn(core.queue, 'run');
  let before = Number.POSITIVE_INFINITY;
  // What the server does by itself until the request arrives does not count.
  server.prependOnceListener('request', () => {
    before = commands.mock.calls.length;
  });
  let isAnswered = false;
  const answered = () => {
    isAnswered = true;
  };
  const answer = send();
  answer.then(answered, answered);
  const isQueued = () => isAnswered || commands.mock.calls.length > before;
  await vi.waitUntil(isQueued, { timeout: 60_000, interval: 5 });
  commands.mockRestore();
  return { answer };
}

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
