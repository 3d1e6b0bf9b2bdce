import path from 'node:path';
import { type Child, startChild } from '../child';
import type { LoadPlan, LoadReady, LoadRequest, LoadResponse } from './messages';

/** Starts the load generator. Resolves when all requests are built and signed. */
export function startLoad(plan: LoadPlan): Promise<Child<LoadReady>> {
  return startChild(path.join(import.meta.dirname, 'process.ts'), { LOAD: JSON.stringify(plan) });
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
