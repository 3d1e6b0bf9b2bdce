import { once } from 'node:events';
import { HOUR_MS } from '../../lib/time';
import type { ChildServer } from '../harness/child-server';
import { residentMegabytes } from '../harness/process-figures';
import type { WallFigures } from './screens';

/** Figures of the server and the walls at an instant. Memory in MB (2^20 bytes). */
export type Sample = {
  /** Hours since the start, by the server's clock. */
  hour: number;
  residentMb: number;
  /** Heap after the last full collection; null before the first. */
  heapMb: number | null;
  /** Delay of its event loop since the previous sample, in ms. */
  loop: { p50: number; p99: number; max: number };
  walls: WallFigures[];
};

type ServerSample = {
  serverNow: number;
  heapBytes: number | null;
  loopP50Ms: number;
  loopP99Ms: number;
  loopMaxMs: number;
};

const MB = 1024 * 1024;
const RESPONSE_TIMEOUT_MS = 20_000;

/** Measures a server's resident memory, and requests its other figures over IPC. @throws if it does not respond */
export async function sampleServer({ child, pid }: ChildServer, from: number): Promise<Omit<Sample, 'walls'>> {
  const response = once(child, 'message', { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
  child.send('sample');
  const [sample] = (await response) as [ServerSample];
  return {
    hour: (sample.serverNow - from) / HOUR_MS,
    residentMb: residentMegabytes(pid),
    heapMb: sample.heapBytes === null ? null : sample.heapBytes / MB,
    loop: { p50: sample.loopP50Ms, p99: sample.loopP99Ms, max: sample.loopMaxMs },
  };
}
