import { once } from 'node:events';
import { residentMegabytes } from '../bench/servers/resident-memory';
import type { ChildServer } from '../harness/child-server';
import type { WallFigures } from './walls';

/** How server and walls are at a moment. Memory in MB (2^20 bytes). */
export type Sample = {
  /** By the server's clock, since it began. */
  hour: number;
  residentMb: number;
  /** What its last whole collection left; null before the first. */
  heapMb: number | null;
  /** How late its event loop ran since the sample before, in ms. */
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

const HOUR_MS = 3_600_000;
const MB = 1024 * 1024;
const TELLS_WITHIN_MS = 20_000;

/** Looks at a server from the outside, and asks it for what only it knows. @throws when it does not answer */
export async function sampleServer({ child }: ChildServer, from: number): Promise<Omit<Sample, 'walls'>> {
  const answered = once(child, 'message', { signal: AbortSignal.timeout(TELLS_WITHIN_MS) });
  child.send('how are you');
  const [sample] = (await answered) as [ServerSample];
  return {
    hour: (sample.serverNow - from) / HOUR_MS,
    residentMb: residentMegabytes(child.pid ?? 0),
    heapMb: sample.heapBytes === null ? null : sample.heapBytes / MB,
    loop: { p50: sample.loopP50Ms, p99: sample.loopP99Ms, max: sample.loopMaxMs },
  };
}
