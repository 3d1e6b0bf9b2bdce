import {
  type DeliveryCounts,
  type DeliveryOutcome,
  OUTCOMES,
  type OutcomeCounts,
  type WorkplaceNews,
} from '../../contract/deliveries';
import { toIso } from '../../domain/to-iso';
import { DAY_MS, HOUR_MS } from '../../lib/time-units';
import { countByOutcome, countUnreadable } from '../sql/delivery-statements';
import { type Int, int } from '../sql/int';
import type { Source } from '../sql/statements';
import { readWorkplaces } from './workplaces';

export type CountQuestion = {
  /** Null counts deliveries whose branch could not be read. */
  branches: readonly (number | null)[];
  /** Server time, epoch ms. */
  now: number;
};

/** Counting stops here. No kitchen has as many deliveries in a day. */
const MAX_PER_DAY = 30_000;
const MAX_UNREADABLE = 10_000;

type CountRow = { outcome: DeliveryOutcome; count: Int; lately: Int };

/** Counts the deliveries of the last hour and the last 24 hours by outcome, and all unreadable ones. Lists workplaces. */
export async function countDeliveries(source: Source, { branches, now }: CountQuestion): Promise<DeliveryCounts> {
  const lastHour = zeroCounts();
  const lastDay = zeroCounts();
  let isWholeDay = true;
  for (const branch of branches) {
    const statement = countByOutcome(branch, MAX_PER_DAY);
    const rows = await source.$queryRawUnsafe<CountRow[]>(statement, now - HOUR_MS, now - DAY_MS);
    for (const { outcome, count, lately } of rows) {
      lastHour[outcome] += int(lately);
      lastDay[outcome] += int(count);
    }
    isWholeDay &&= rows.reduce((sum, { count }) => sum + int(count), 0) < MAX_PER_DAY;
  }
  const unreadable = countUnreadable(branches, MAX_UNREADABLE);
  const [row] = await source.$queryRawUnsafe<{ count: Int }[]>(unreadable);
  const countedAt = toIso(now);
  const workplaces: WorkplaceNews[] = [];
  for (const branch of branches) if (branch !== null) workplaces.push(...(await readWorkplaces(source, branch, now)));
  return { countedAt, lastHour, lastDay, isWholeDay, unreadable: int(row?.count ?? 0), workplaces };
}

function zeroCounts(): OutcomeCounts {
  return Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as OutcomeCounts;
}
