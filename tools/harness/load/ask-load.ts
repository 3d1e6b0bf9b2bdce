import path from 'node:path';
import { type Child, startChild } from '../child';
import type { LoadAnswer, LoadOrder, LoadPlan, LoadReady } from './orders';

/** Starts the load generator. Resolves when all requests are built and signed. */
export function startLoad(plan: LoadPlan): Promise<Child<LoadReady>> {
  return startChild(path.join(import.meta.dirname, 'process.ts'), { LOAD: JSON.stringify(plan) });
}

/** Makes the load generator post something. @throws the failure, or after a time limit */
export async function askLoad(
  load: Child<LoadReady>,
  order: LoadOrder,
  withinMs: number,
): Promise<Extract<LoadAnswer, { ok: true }>> {
  const answer = await load.ask<LoadAnswer>(order, withinMs);
  if (!answer.ok) throw new Error(answer.problem);
  return answer;
}
