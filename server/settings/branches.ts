import type { AuditValues } from '../../contract/audit';
import type { ProvisionalBranches } from '../../contract/branches';
import { MAX_BRANCH_NAME } from '../../contract/constants';
import { businessDay, isTimeZone, localMinute } from '../../domain/business-day';
import { toIso } from '../../domain/fact';
import { fitsLine } from '../../lib/text';
import { dayMinuteText, readDayMinute } from '../../lib/time';
import { type Author, applyAuditedChange, COMMAND_LINE } from '../audit/entry';
import { calendarOf } from '../board/branch-state';
import { type BoardCommand, takeBranches } from '../board/stages';
import { type BranchRow, REMOVE_BRANCH } from '../sql/branches';
import { TICKETS_AFTER } from '../sql/load-statements';
import { type Int, int, parametersOf } from '../sql/statements';
import { UPDATE_CALENDAR } from '../sql/write-statements';
import type { Sql } from '../storage/database';
import { UserError } from '../user-error';
import { knownBranch, recomputeBoards, type SettingsDeps } from './commands';

export type ListedBranch = {
  number: number;
  name: string | null;
  timeZone: string;
  cutOff: string;
  version: number;
  lastDeliveryAt: string | null;
  /** F25: since when the branch waits to be taken; absent if it was taken. */
  provisionalSince?: string;
};

/** Every branch, by number. */
export function listBranches({ boards }: Pick<SettingsDeps, 'boards'>): ListedBranch[] {
  return boards
    .branches()
    .map(({ row }) => listed(row))
    .sort((a, b) => a.number - b.number);
}

type BranchChanges = {
  number: number;
  name?: string | undefined;
  timeZone?: string | undefined;
  cutOff?: string | undefined;
};

/**
 * Sets the name, time zone or cut-off of a branch, takes it, and creates it if it does not exist. A new time zone or cut-off
 * rewrites the business days of its whole history. @throws UserError
 */
export async function setBranch(
  deps: SettingsDeps,
  { number, name, timeZone, cutOff }: BranchChanges,
  author: Author = COMMAND_LINE,
): Promise<ListedBranch> {
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw new UserError(`${timeZone} is not a time zone: give an IANA name such as Europe/Amsterdam`, 'time-zone');
  if (name !== undefined && !fitsLine(name.trim(), MAX_BRANCH_NAME))
    throw new UserError(`the name of a branch must have at most ${MAX_BRANCH_NAME} characters, on one line`, 'name');
  const cutOffMinute = cutOff === undefined ? undefined : readCutOff(cutOff);
  const change: BoardCommand<{ before: AuditValues | null; after: AuditValues }> = async (sql, stages) => {
    await takeBranches(sql, [number], stages);
    const known = deps.boards.branch(number)?.row;
    const before = known ? valuesOf(known) : null;
    const staged = stages.of(number);
    const { row } = staged;
    if (name !== undefined) row.name = name.trim() === '' ? null : name.trim();
    if (timeZone !== undefined) row.timeZone = timeZone;
    if (cutOffMinute !== undefined) row.cutOffMinute = cutOffMinute;
    staged.markChanged();
    return { before, after: valuesOf(row) };
  };
  await applyAuditedChange(deps, change, author, (values) => ({ action: 'branch', branch: number, ...values }));
  const row = deps.boards.branch(number)?.row;
  if (!row) throw new Error(`branch ${number} was not created`);
  // Also with an unchanged value, because the last rewrite may have been interrupted.
  if (timeZone !== undefined || cutOffMinute !== undefined) {
    await rewriteCalendar(deps, number);
    await deps.queue.run((sql, stages) => recomputeBoards(sql, deps, number, deps.settings, stages));
  }
  return listed(deps.boards.branch(number)?.row ?? row);
}

/** F25a: takes a provisional branch. One that is taken stays so. @throws UserError for an unknown branch */
export async function takeBranch(deps: SettingsDeps, number: number, author: Author): Promise<{ number: number }> {
  const change: BoardCommand<boolean> = async (sql, stages) => {
    // Until the lock another node may have taken or removed it.
    await stages.lock(sql, [number]);
    const before = knownBranch(deps, number);
    await takeBranches(sql, [number], stages);
    return before.provisionalSince !== null;
  };
  await applyAuditedChange(deps, change, author, (isNew) =>
    isNew ? { action: 'branch-taken', branch: number } : null,
  );
  return { number };
}

/**
 * F25b: removes a provisional branch and what follows from its deliveries, which stay; or a taken one that nothing came for
 * and nothing refers to. @throws UserError for an unknown branch, and for one in use
 */
export async function removeBranch(
  deps: SettingsDeps,
  number: number,
  author: Author = COMMAND_LINE,
): Promise<{ number: number }> {
  const change: BoardCommand<null> = async (sql, stages) => {
    // Until the lock another node may have taken it.
    await stages.lock(sql, [number]);
    const use = knownBranch(deps, number).provisionalSince === null ? await reasonToKeep(sql, deps, number) : null;
    if (use !== null) throw new UserError(`branch ${number} is in use: ${use}`, 'in-use');
    for (const statement of REMOVE_BRANCH) await sql.$executeRawUnsafe(statement, number);
    stages.onCommit(() => deps.boards.forget(number));
    return null;
  };
  await applyAuditedChange(deps, change, author, () => ({ action: 'branch-removed', branch: number }));
  return { number };
}

/** Why a taken branch cannot be removed, and what to do; null if it can. */
async function reasonToKeep(sql: Sql, deps: Pick<SettingsDeps, 'boards'>, number: number): Promise<string | null> {
  const isCourse = await sql.courseTicket.findFirst({ where: { branch: number }, select: { orderKey: true } });
  if (isCourse || knownBranch(deps, number).lastDeliveryAt !== null)
    return 'deliveries came for it, so only while it was provisional it could be removed';
  const namesIt = ({ branches }: { branches: string | null }) =>
    branches !== null && (JSON.parse(branches) as number[]).includes(number);
  const screens = (await sql.screen.findMany({ where: { revokedAt: null } })).filter(namesIt);
  if (screens.length > 0) return `move or revoke its screens first: ${namesOf(screens)}`;
  const subscriptions = (await sql.subscription.findMany()).filter(namesIt);
  if (subscriptions.length > 0)
    return `change the limit of its subscriptions first: ${subscriptions.map(({ id }) => id).join(', ')}`;
  const managers = (await sql.manager.findMany()).filter(namesIt);
  return managers.length > 0 ? `change or remove its managers first: ${namesOf(managers)}` : null;
}

function namesOf(named: readonly { name: string }[]): string {
  return named.map(({ name }) => name).join(', ');
}

const MAX_LISTED = 50;

/** F25: the newest provisional branches of these, or of all. */
export function provisionalBranches(
  { boards }: Pick<SettingsDeps, 'boards'>,
  own: readonly number[] | null,
): ProvisionalBranches {
  const found = boards
    .branches()
    .flatMap(({ row: { number, provisionalSince: since, lastDeliveryAt } }) =>
      since === null || own?.includes(number) === false ? [] : { number, since, lastDeliveryAt },
    )
    .toSorted((a, b) => b.since - a.since || a.number - b.number);
  const branches = found.slice(0, MAX_LISTED).map((branch) => ({
    ...branch,
    since: toIso(branch.since),
    lastDeliveryAt: toIso(branch.lastDeliveryAt),
  }));
  return { branches, total: found.length };
}

const CHUNK = 2_000;

type TicketPlace = {
  orderKey: Int;
  courseNumber: Int;
  round: Int;
  beganAt: Int;
};

/** Rewrites the business days of all tickets, in chunks, so that deliveries do not have to wait. */
async function rewriteCalendar(deps: SettingsDeps, number: number): Promise<void> {
  let after = [-1, 0, 0];
  for (;;) {
    const last = await deps.queue.run(async (sql, stages) => {
      // Until the lock another node may have changed the calendar again, or a ticket.
      await stages.lock(sql, [number]);
      const branch = knownBranch(deps, number);
      const rows = await sql.$queryRawUnsafe<TicketPlace[]>(TICKETS_AFTER, number, ...after, CHUNK);
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

function listed(row: BranchRow): ListedBranch {
  const { number, name, timeZone, cutOffMinute, version, lastDeliveryAt, provisionalSince } = row;
  return {
    number,
    name,
    timeZone,
    cutOff: dayMinuteText(cutOffMinute),
    version,
    lastDeliveryAt: toIso(lastDeliveryAt),
    ...(provisionalSince === null ? {} : { provisionalSince: toIso(provisionalSince) }),
  };
}

function valuesOf({ name, timeZone, cutOffMinute }: BranchRow): AuditValues {
  return { name, timeZone, cutOff: dayMinuteText(cutOffMinute) };
}

function readCutOff(text: string): number {
  const minute = readDayMinute(text);
  if (minute === null) throw new UserError(`${text} is not a time of day: give it as 04:00`, 'cut-off');
  return minute;
}
