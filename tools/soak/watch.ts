import { setTimeout as wait } from 'node:timers/promises';
import type { ChildServer } from '../harness/child-server';
import { type Sample, sampleServer } from './sample';
import type { FastClock } from './start';
import type { Walls } from './walls';

/** By the server's clock. */
const EVERY_MS = 10 * 60_000;
/** On our clock: sampling costs something too, and a finding is reported within a minute. */
const AT_LEAST_MS = 500;
const AT_MOST_MS = 60_000;

/** Samples server and walls every ten simulated minutes, until the returned `stop` is called. */
export function watch(
  server: ChildServer,
  walls: Walls | undefined,
  clock: FastClock,
  onSample: (sample: Sample) => void,
): { stop: () => Promise<void> } {
  const from = clock.now();
  const stopping = new AbortController();
  const pause = Math.min(AT_MOST_MS, Math.max(AT_LEAST_MS, EVERY_MS / clock.speed));
  const looking = (async () => {
    while (!stopping.signal.aborted) {
      const figures = await sampleServer(server, from);
      onSample({ ...figures, walls: (await walls?.look()) ?? [] });
      await wait(pause, null, { signal: stopping.signal }).catch(() => null);
    }
  })();
  // `stop` rejects with a failure; until then it must not count as unhandled.
  looking.catch(() => null);
  return {
    async stop() {
      stopping.abort();
      await looking;
    },
  };
}
