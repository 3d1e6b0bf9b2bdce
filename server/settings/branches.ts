import type { AuditValues } from '../../contract/audit';
import { businessDay, isTimeZone, localMinute } from '../../domain/business-day';
import { toIso } from '../../domain/ticket';
import { dayMinuteText, readDayMinute } from '../../lib/day-minute';
import { applyAuditedChange } from '../audit/audited-change';
import { type Author, COMMAND_LINE } from '../audit/entry';
import { type BranchRow, calendarOf } from '../board/branch-state';
import type { BoardCommand } from '../board/stages';
import { TICKETS_AFTER } from '../sql/load-statements';
import { parametersOf } from '../sql/statements';
import { int } from '../sql/ticket-row';
import { UPDATE_CALENDAR } from '../sql/write-statements';
import { UserError } from '../user-error';
import { recomputeBoards, type SettingsDeps } from './commands';

export type ListedBranch = {
  number: number;
  name: string | null;
  timeZone: string;
  cutOff: string;
  version: number;
  lastDeliveryAt: string | null;
};

/** Every branch, by number. */
export function listBranches({ boards }: Pick<SettingsDeps, 'boards'>): ListedBranch[] {
  return boards
    .branches()
    .map(({ row }) => listed(row))
    .sort((a, b) => a.number - b.number);
}

export type BranchChanges = {
  number: number;
  name?: string | undefined;
  timeZone?: string | undefined;
  cutOff?: string | undefined;
};

/**
 * Sets the name, time zone or cut-off of a branch, and creates it if it does not exist. A new time zone or cut-off
 * rewrites the business days of its whole history. @throws UserError
 */
export async function setBranch(
  deps: SettingsDeps,
  { number, name, timeZone, cutOff }: BranchChanges,
  author: Author = COMMAND_LINE,
): Promise<ListedBranch> {
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw new UserError(`${timeZone} is not a time zone: give an IANA name such as Europe/Amsterdam`);
  const cutOffMinute = cutOff === undefined ? undefined : readCutOff(cutOff);
  const known = deps.boards.branch(number)?.row;
  const before = known ? valuesOf(known) : null;
  const change: BoardCommand<AuditValues> = async (_, stages) => {
    const { row, markChanged } = stages.of(number);
    if (name !== undefined) row.name = name.trim() === '' ? null : name.trim();
    if (timeZone !== undefined) row.timeZone = timeZone;
    if (cutOffMinute !== undefined) row.cutOffMinute = cutOffMinute;
    markChanged();
    return valuesOf(row);
  };
  await applyAuditedChange(deps, change, author, (after) => ({ action: 'branch', branch: number, before, after }));
  const row = deps.boards.branch(number)?.row;
  if (!row) throw new Error(`branch ${number} was not created`);
  // Also with an unchanged value, because the last rewrite may have been interrupted.
  if (timeZone !== undefined || cutOffMinute !== undefined) {
    await rewriteCalendar(deps, row);
    await deps.queue.run(async (_, stages) => recomputeBoards(deps, number, deps.settings, stages));
  }
  return listed(deps.boards.branch(number)?.row ?? row);
}

const CHUNK = 2_000;

type TicketPlace = {
  orderKey: number | bigint;
  courseNumber: number | bigint;
  round: number | bigint;
  beganAt: number | bigint;
};

/** Rewrites the business days of all tickets, in chunks, so that deliveries do not have to wait. */
async function rewriteCalendar(deps: SettingsDeps, branch: BranchRow): Promise<void> {
  let after = [-1, 0, 0];
  for (;;) {
    const last = await deps.queue.run(async (sql) => {
      const rows = await sql.$queryRawUnsafe<TicketPlace[]>(TICKETS_AFTER, branch.number, ...after, CHUNK);
      const values = rows.map((row) => {
        const at = int(row.beganAt);
        return [
          businessDay(at, calendarOf(branch)),
          localMinute(at, branch.timeZone),
          int(row.orderKey),
          int(row.courseNumber),
          int(row.round),
        ];
      });
      if (values.length > 0) await sql.$executeRawUnsafe(UPDATE_CALENDAR, ...parametersOf(values));
      return values.at(-1);
    });
    if (!last) return;
    after = last.slice(2).map(Number);
  }
}

function listed({ number, name, timeZone, cutOffMinute, version, lastDeliveryAt }: BranchRow): ListedBranch {
  return {
    number,
    name,
    timeZone,
    cutOff: dayMinuteText(cutOffMinute),
    version,
    lastDeliveryAt: toIso(lastDeliveryAt),
  };
}

function valuesOf({ name, timeZone, cutOffMinute }: BranchRow): AuditValues {
  return { name, timeZone, cutOff: dayMinuteText(cutOffMinute) };
}

function readCutOff(text: string): number {
  const minute = readDayMinute(text);
  if (minute === null) throw new UserError(`${text} is not a time of day: give it as 04:00`);
  return minute;
}
