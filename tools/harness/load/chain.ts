import path from 'node:path';
import { type Child, startChild } from '../child';
import type { Steps } from '../screens/messages';

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

export async function startChain(plan: ChainPlan): Promise<Chain> {
  const program = path.join(import.meta.dirname, 'chain-process.ts');
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
