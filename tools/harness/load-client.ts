import path from 'node:path';
import { startChild } from './child';
import type { Steps } from './screens';

/**
 * What the load generator posts: an evening of these branches (`LiveEvening`), which happens while it is posted; or with
 * `past`, one that happened evenly in so many ms until now.
 */
export type LoadPlan = { branches: number; seed?: number; past?: { ms: number; deliveries: number } };

/**
 * `opening` starts a course on every table. Then `fast` posts each delivery as soon as a connection is free, `rate` so
 * many a second, over connections to all ports.
 */
export type LoadRequest =
  | { kind: 'opening'; port: number }
  | { kind: 'fast'; port: number; connections: number; count: number }
  | { kind: 'rate'; ports: readonly number[]; perSecond: number; count: number };

/**
 * Times of all deliveries together, and of each until its acknowledgement. Of `rate` only: when the POST of each step
 * started, by branch, and how late the generator itself was, in ms.
 */
export type LoadResult = { posted: number; seconds: number; latenciesMs: number[]; steps: Steps[]; lateMs: number[] };

export type LoadResponse = ({ ok: true } & LoadResult) | { ok: false; message: string };

/** The load generator, a separate process. */
export type Load = {
  /** @throws if a delivery is not acknowledged, or not all of them in time */
  post: (request: LoadRequest, timeoutMs: number) => Promise<LoadResult>;
  stop: () => Promise<void>;
};

/** Starts the load generator. */
export async function startLoad(plan: LoadPlan): Promise<Load> {
  const child = await startChild(path.join(import.meta.dirname, 'load-process.ts'), { LOAD: JSON.stringify(plan) });
  return {
    async post(request, timeoutMs) {
      const response = await child.request<LoadResponse>(request, timeoutMs);
      if (!response.ok) throw new Error(response.message);
      return response;
    },
    stop: child.stop,
  };
}
