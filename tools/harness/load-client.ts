import path from 'node:path';
import { type Child, startChild } from './child';
import type { BodyOptions } from './load-bodies';
import type { Steps } from './screens';

/** Options of the load of a chain, as JSON in the variable CHAIN. */
export type ChainPlan = { branches: number; seed: number };

/** `opening` starts a course on every table; `rate` goes on from there, over connections to all ports. */
export type ChainRequest =
  | { kind: 'opening'; port: number; connections: number }
  | { kind: 'rate'; ports: readonly number[]; perSecond: number; count: number };

/** Latencies of the acknowledgements, and how late the generator itself was, for each delivery. */
export type ChainLoad = { posted: number; steps: Steps[]; latenciesMs: number[]; lateMs: number[] };

export type ChainResponse = ({ ok: true } & ChainLoad) | { ok: false; message: string };

/** The evening of a chain (`LiveEvening`), in a separate process. */
export type Chain = {
  pid: number;
  /** @throws if a delivery is not acknowledged, or not all of them in time */
  post: (request: ChainRequest, timeoutMs: number) => Promise<ChainLoad>;
  stop: () => Promise<void>;
};

/** A range of the bodies, by position. */
export type Slice = { from: number; count: number };

/** A request to the load generator. The response is a `LoadResponse`. */
export type LoadRequest =
  | { kind: 'fast'; port: number; connections: number; slice: Slice }
  | { kind: 'rate'; port: number; perSecond: number; slice: Slice };

export type LoadResponse =
  | { ok: true; seconds: number; startedAt: [key: string, at: number][]; latenciesMs: number[] }
  | { ok: false; message: string };

/** Options of the load generator, as JSON in the variable LOAD. */
export type LoadPlan = {
  bodyOptions: BodyOptions;
  evening: 'branches' | 'screens' | 'parties';
  maxBodies: number;
  /** Number of orders of the evening `screens`; a default if omitted. */
  orders?: number;
};

/** The load generator's first message, after all bodies are signed. */
export type LoadReady = { bodies: number };

/** Starts the load generator. Resolves when all requests are built and signed. */
export function startLoad(plan: LoadPlan): Promise<Child<LoadReady>> {
  return startChild(path.join(import.meta.dirname, 'load-process.ts'), { LOAD: JSON.stringify(plan) });
}

/** Sends a request to the load generator. @throws if it fails or does not respond in time */
export async function requestLoad(
  load: Child<LoadReady>,
  request: LoadRequest,
  timeoutMs: number,
): Promise<Extract<LoadResponse, { ok: true }>> {
  const response = await load.request<LoadResponse>(request, timeoutMs);
  if (!response.ok) throw new Error(response.message);
  return response;
}

export async function startChain(plan: ChainPlan): Promise<Chain> {
  const program = path.join(import.meta.dirname, 'load-process.ts');
  const child: Child<unknown> = await startChild(program, { CHAIN: JSON.stringify(plan) });
  return {
    pid: child.pid,
    async post(request, timeoutMs) {
      const response = await child.request<ChainResponse>(request, timeoutMs);
      if (!response.ok) throw new Error(response.message);
      return response;
    },
    stop: child.stop,
  };
}
