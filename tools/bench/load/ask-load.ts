import type { Child } from '../../measure/child';
import type { LoadAnswer, LoadOrder, LoadReady } from './orders';

/** Has the load generator post something. @throws what went wrong, or when it takes longer than it may */
export async function askLoad(
  load: Child<LoadReady>,
  order: LoadOrder,
  withinMs: number,
): Promise<Extract<LoadAnswer, { ok: true }>> {
  const answer = await load.ask<LoadAnswer>(order, withinMs);
  if (!answer.ok) throw new Error(answer.problem);
  return answer;
}
