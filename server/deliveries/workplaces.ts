import type { WorkplaceNews } from '../../contract/deliveries';
import { localMinute } from '../../domain/business-day';
import { serviceAt } from '../../domain/service-at';
import { toIso } from '../../domain/to-iso';
import { workplacesOf } from '../../domain/workplaces';
import { DAY_MS } from '../../lib/time-units';
import { branchReadings } from '../sql/branch-readings';
import { WORKPLACE_MINUTES } from '../sql/delivery-statements';
import { type Int, int } from '../sql/int';
import { servicesOf } from '../sql/services-of';
import type { Source } from '../sql/statements';

type MinuteRow = { workplace: Int; minute: Int; lastAt: Int; least: Int | null };

/** A workplace that has been silent for longer is assumed to be removed. */
const RECENT_MS = 7 * DAY_MS;

/** F20e: the workplaces of a branch that sent something in the last week. `now` is server time, epoch ms. */
export async function readWorkplaces(source: Source, branch: number, now: number): Promise<WorkplaceNews[]> {
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
