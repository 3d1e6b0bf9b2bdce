import path from 'node:path';
import { startChild } from './child';
import type { BodyOptions } from './load-bodies';
import type { Steps } from './screens';

/** What the load generator posts: prepared bodies, or the endless evening of a chain (`LiveEvening`). */
export type LoadPlan =
  | {
      evening: 'branches' | 'screens' | 'parties';
      bodyOptions: BodyOptions;
      maxBodies: number;
      /** Number of orders of the evening `screens`; a default if omitted. */
      orders?: number;
    }
  | { evening: 'chain'; branches: number; seed: number };

/**
 * `fast` posts each delivery as soon as a connection is free, `rate` so many a second, over connections to all ports.
 * `from` is the position of the first body; a chain goes on where it was. `opening` starts a course on every table of it.
 */
export type LoadRequest =
  | { kind: 'opening'; port: number; connections: number }
  | { kind: 'fast'; port: number; connections: number; from: number; count: number }
  | { kind: 'rate'; ports: readonly number[]; perSecond: number; from: number; count: number };

/** Of `rate` only: when the POST of each step started, by branch, and how late the generator itself was, in ms. */
type AtRate = { steps: Steps[]; lateMs: number[] };

/** Times of all deliveries together, and of each until its acknowledgement. */
export type LoadResult = AtRate & { posted: number; seconds: number; latenciesMs: number[] };

export type LoadResponse = ({ ok: true } & LoadResult) | { ok: false; message: string };

/** The load generator, a separate process. */
export type Load = {
  pid: number;
  /** @throws if a delivery is not acknowledged, or not all of them in time */
  post: (request: LoadRequest, timeoutMs: number) => Promise<LoadResult>;
  stop: () => Promise<void>;
};

/** Starts the load generator. Resolves when all bodies are built and signed. */
export async function startLoad(plan: LoadPlan): Promise<Load> {
  const program = path.join(import.meta.dirname, 'load-process.ts');
  const child = await startChild(program, { LOAD: JSON.stringify(plan) });
  return {
    pid: child.pid,
    async post(request, timeoutMs) {
      const response = await child.request<LoadResponse>(request, timeoutMs);
      if (!response.ok) throw new Error(response.message);
      return response;
    },
    stop: child.stop,
  };
}
