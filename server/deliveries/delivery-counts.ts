import { type DeliveryOutcome, OUTCOMES } from '../../contract/constants';
import type { BranchGap, DeliveryCounts, OutcomeCounts, WorkplaceNews } from '../../contract/deliveries';
import { localMinute } from '../../domain/business-day';
import { toIso } from '../../domain/fact';
import { serviceAt } from '../../domain/services';
import { workplacesOf } from '../../domain/workplaces';
import { DAY_MS, HOUR_MS } from '../../lib/time';
import { type GapRow, gapOfRow } from '../sql/branches';
import { countByOutcome, countUnreadable, GAPS_IN, WORKPLACE_MINUTES } from '../sql/delivery-statements';
import { branchReadings, servicesOf } from '../sql/load-statements';
import { type Int, int, type Source } from '../sql/statements';

export type GapQuestion = {
  branches: readonly (number | null)[];
  /** Gaps that began in a half-open range of server time. */
  from: number;
  to: number;
};

type MinuteRow = { workplace: Int; minute: Int; lastAt: Int; least: Int | null };

/** A workplace that has been silent for longer is assumed to be removed. */
const RECENT_MS = 7 * DAY_MS;

type CountQuestion = {
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

/** F20e: the workplaces of a branch that sent something in the last week. `now` is server time, epoch ms. */
async function readWorkplaces(source: Source, branch: number, now: number): Promise<WorkplaceNews[]> {
  const rows = await source.$queryRawUnsafe<MinuteRow[]>(WORKPLACE_MINUTES, branch, now - RECENT_MS);
  const minutes = rows.map(({ workplace, minute, lastAt, least }) => ({
    workplace: int(workplace),
    minute: int(minute),
    lastAt: int(lastAt),
    least: int(least),
  }));
  return workplacesOf(minutes, now, await isInService(source, branch, now)).map(
    ({ workplace, lastAt, quietSince, clockOffMs }) => ({
      workplace,
      lastDeliveryAt: toIso(lastAt),
      quietSince: toIso(quietSince),
      clockOffMs,
    }),
  );
}

async function isInService(source: Source, number: number, now: number): Promise<boolean> {
  const branch = (await branchReadings(source)).get(number);
  if (!branch) return false;
  return serviceAt(localMinute(now, branch.timeZone), servicesOf(branch), branch.cutOffMinute) >= 0;
}

/** F21: the ended gaps of these branches, in which events may be missing, newest first. */
export async function listGaps(source: Source, { branches, from, to }: GapQuestion): Promise<BranchGap[]> {
  const gaps: BranchGap[] = [];
  for (const branch of branches) {
    if (branch === null) continue;
    for (const row of await source.$queryRawUnsafe<GapRow[]>(GAPS_IN, branch, from, to)) {
      const gap = gapOfRow(row);
      if (gap.to === null) continue;
      gaps.push({ branch, from: toIso(gap.from), to: toIso(gap.to), cause: gap.cause });
    }
  }
  return gaps.sort((a, b) => (a.from < b.from ? 1 : -1));
}
