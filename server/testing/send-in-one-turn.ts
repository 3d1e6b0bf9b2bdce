import { vi } from 'vitest';
import type { RunningServer } from './running-server';

/** Sends requests one after the other while the queue is held: each was admitted before those before it had their turn. */
export async function sendInOneTurn(
  { core }: Pick<RunningServer, 'core'>,
  requests: readonly (() => Promise<Response>)[],
): Promise<Response[]> {
  const held: (() => void)[] = [];
  const holding = core.queue.run(() => new Promise<void>((resolve) => held.push(resolve)));
  const commands = vi.spyOn(core.queue, 'run');
  const answers: Promise<Response>[] = [];
  for (const send of requests) {
    const before = commands.mock.calls.length;
    const answer = send();
    answers.push(answer);
    const isQueued = vi.waitUntil(() => commands.mock.calls.length > before, { timeout: 60_000, interval: 5 });
    await Promise.race([isQueued, answer]);
  }
  commands.mockRestore();
  for (const release of held) release();
  await holding;
  return Promise.all(answers);
}
