import { setTimeout as wait } from 'node:timers/promises';
import type { ChildServer } from '../harness/child-server';
import { type Sample, sampleServer } from './sample';
import type { FastClock } from './start';
import type { Walls } from './walls';

/** By the server's clock. */
const SAMPLE_INTERVAL_MS = 10 * 60_000;
/** Limits in real time, because sampling itself takes time. */
const MIN_PAUSE_MS = 500;
const MAX_PAUSE_MS = 60_000;

/** Samples server and walls every ten simulated minutes, until the returned `stop` is called. */
export function startSampling(
  server: ChildServer,
  walls: Walls | undefined,
  clock: FastClock,
  onSample: (sample: Sample) => void,
): { stop: () => Promise<void> } {
  const from = clock.now();
  const stopping = new AbortController();
  const pause = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, SAMPLE_INTERVAL_MS / clock.speed));
  const sampling = (async () => {
    while (!stopping.signal.aborted) {
      const figures = await sampleServer(server, from);
      onSample({ ...figures, walls: (await walls?.measure()) ?? [] });
      await wait(pause, null, { signal: stopping.signal }).catch(() => null);
    }
  })();
  // `stop` rejects with the error; until then it must not count as unhandled.
  sampling.catch(() => null);
  return {
    async stop() {
      stopping.abort();
      await sampling;
    },
  };
}
