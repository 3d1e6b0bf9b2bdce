import { isAheadOf, SET_BACK_MS } from '../../domain/set-back';
import type { Settings } from '../../domain/settings-in-force';
import { changedAfter } from '../../domain/ticket';
import { DAY_MS } from '../../lib/time-units';
import type { Boards } from '../board/boards';
import type { BranchState } from '../board/branch-state';
import { lockAsOf, recomputeAsOf } from '../board/recompute-earlier-now';
import type { Stages } from '../board/stages';
import type { Statements } from '../sql/statements';

/** F9: stages branches that are as of a later time than `serverNow` (epoch ms) as of that. They have just been loaded. */
export async function stageSetBack(
  sql: Statements,
  stages: Stages,
  boards: Pick<Boards, 'branch' | 'branches'>,
  settings: Settings,
  serverNow: number,
): Promise<void> {
  const later = boards.branches().flatMap((state) => (isLater(state, serverNow) ? state.row.number : []));
  await recomputeAsOf(sql, await lockAsOf(sql, stages, boards, later, () => serverNow), settings);
}

/** Whether something in a branch changed by time after `serverNow`. */
export function isLater({ posOffsetMs, orders, tables }: BranchState, serverNow: number): boolean {
  const now = serverNow - posOffsetMs;
  const places = [...tables.values()];
  const tickets = [...orders.values()].flatMap((order) => order.tickets);
  // F1: no fact is dated so far ahead, so now is wrong. A machine without a real-time clock gets the time from the network after it has started.
  const isWrong = (newsAt: number) => newsAt > now + DAY_MS;
  if (places.some(({ newsAt }) => isWrong(newsAt)) || tickets.some(({ lastNewsAt }) => isWrong(lastNewsAt)))
    return false;
  return (
    places.some(({ view }) => isAheadOf(view.since, now)) ||
    tickets.some((ticket) => changedAfter(ticket, now + SET_BACK_MS))
  );
}
