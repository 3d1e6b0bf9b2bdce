import type { Child } from '../../measure/child';
import type { LoadAnswer, LoadOrder, LoadReady } from './orders';

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
