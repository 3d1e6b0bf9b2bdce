import { groupBy } from '../../lib/group';
import { ORDERS_WITH_FACTS } from '../sql/branch-statements';
import { type Int, int } from '../sql/int';
import type { Statements } from '../sql/statements';
import type { OrderPlan } from './plan-order';
import type { Stages } from './stages';

/** F25a: takes branches by order of a person. */
export async function takeBranches(sql: Statements, numbers: readonly number[], stages: Stages): Promise<void> {
  await stages.lock(sql, numbers);
  for (const number of numbers) stages.of(number).row.provisionalSince = null;
}

/** F25a: takes the provisional branches that have a second order now. */
export async function takeWithSecondOrder(
  sql: Statements,
  plans: readonly Pick<OrderPlan, 'order' | 'folded'>[],
  stages: Stages,
): Promise<void> {
  const provisional = stages.all().filter(({ row }) => row.provisionalSince !== null);
  if (provisional.length === 0) return;
  const numbers = JSON.stringify(provisional.map(({ number }) => number));
  const stored = await sql.$queryRawUnsafe<Record<'branch' | 'key', Int>[]>(ORDERS_WITH_FACTS, numbers);
  const orders = groupBy(
    [
      ...stored.map((row) => ({ branch: int(row.branch), key: int(row.key) })),
      ...plans.flatMap(({ order, folded }) => (folded ? order : [])),
    ],
    ({ branch }) => branch,
  );
  for (const { number, row } of provisional)
    if (new Set(orders.get(number)?.map(({ key }) => key)).size > 1) row.provisionalSince = null;
}
