import path from 'node:path';
import { startOfDay } from '../../domain/business-day';
import { dayAfter, weekdayOf } from '../../domain/period';
import { readDeliveries } from '../../tools/pos-simulator/option-values';
import { retimeDeliveries } from '../../tools/pos-simulator/retime';
import { type ServerProcess, TIME_ZONE } from '../server-process';

const FIXTURE = path.join(import.meta.dirname, '../../tools/pos-simulator/fixtures/friday-evening.jsonl');
const FIXTURE_DAY = '2026-06-19';
const CUT_OFF_MINUTE = 240;
const FIXTURE_CALENDAR = { timeZone: 'Europe/Amsterdam', cutOffMinute: CUT_OFF_MINUTE };
/** Of the server's branches. */
export const CALENDAR = { timeZone: TIME_ZONE, cutOffMinute: CUT_OFF_MINUTE };
const AT_ONCE = 40;
const FRIDAY = 5;

/** The Friday before a business day. */
export function lastFriday(today: string): string {
  return dayAfter(today, -((weekdayOf(today) - FRIDAY + 6) % 7) - 1);
}

/** Sends the fixture's evening from a POS as if it had been on another day, at the same local times. */
export async function livesEveningOf(day: string, server: ServerProcess, branch: number): Promise<void> {
  const [from, to] = [startOfDay(FIXTURE_DAY, FIXTURE_CALENDAR), startOfDay(day, CALENDAR)];
  const moved = retimeDeliveries(readDeliveries(FIXTURE), { from, to, speed: 1 });
  const deliveries = moved.map(({ event, body }) => ({
    event,
    body: body.replace(/("branchNumber"\s*:\s*)1\b/, `$1${branch}`),
  }));
  for (let at = 0; at < deliveries.length; at += AT_ONCE)
    await Promise.all(deliveries.slice(at, at + AT_ONCE).map(({ event, body }) => server.post(event, body)));
}
