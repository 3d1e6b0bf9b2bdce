import type { Settings } from '../../domain/settings';
import { beganAtOf } from '../../domain/ticket';
import { groupBy } from '../../lib/collections';
import type { Command } from '../intake/committer';
import type { WriteQueue } from '../intake/write-queue';
import type { Log } from '../log';
import { type BranchRow, ORDERS_WITH_FACTS } from '../sql/branches';
import { type Int, int, type Statements, type Value, type Write } from '../sql/statements';
import { rowOfTicket } from '../sql/tickets';
import * as statements from '../sql/write-statements';
import type { Sql } from '../storage/database';
import { newsWrites } from './branch-news';
import { type BranchState, dayToKeep, emptyBranch, type LiveOrder, type LiveTable } from './branch-state';
import type { OrderPlan } from './plan-order';
import { StagedBranch } from './staged-branch';

export type BoardDeps = {
  settings: Settings;
  /** Server time, epoch ms. */
  now: () => number;
  newEpoch: () => string;
  /** The number of this node where several may write to the database; null: it is the only writer. */
  node: number | null;
  log: Pick<Log, 'warn'>;
};

/** The changes of one transaction: the branches it touches, and everything it writes. */
export type Stages = {
  /**
   * Call before `of`: locks branches until the end of the transaction, and brings memory to what other nodes have committed
   * about them. Resolves to those that may be changed: all, unless it is not patient and another transaction locked some.
   */
  lock: (sql: Statements, branches: readonly number[], options?: { isPatient?: boolean }) => Promise<readonly number[]>;
  of: (branch: number) => StagedBranch;
  all: () => StagedBranch[];
  /** Call if the transaction also changes the configuration: other nodes then read it again before they fold. */
  markConfigChanged: () => void;
  /** Adds rows to write after those of the branches. */
  add: (write: Write) => void;
  /** Adds a function that changes memory. It is called after the commit, before screens are notified. */
  onCommit: (handler: () => void) => void;
  commitHandlers: () => readonly (() => void)[];
  /** Everything to write, in order. */
  writes: () => Write[];
};

/** The write queue, whose commands change boards. */
export type BoardQueue = WriteQueue<Stages>;

export type BoardCommand<Result> = Command<Result, Stages>;

type StagesDeps = Pick<BoardDeps, 'settings' | 'now' | 'newEpoch' | 'node'> & {
  states: ReadonlyMap<number, BranchState>;
  /** Locks branches. Resolves to those that are locked now. */
  lock: (sql: Statements, numbers: readonly number[], isPatient: boolean) => Promise<number[]>;
  defaultTimeZone: string;
};

/** Begins staging the changes of one transaction. */
export function createStages(deps: StagesDeps): Stages {
  const { node, states } = deps;
  const staged = new Map<number, StagedBranch>();
  const locked = new Set<number>();
  let changesConfig = false;
  const added: Write[] = [];
  const commitHandlers: (() => void)[] = [];

  /** F25a: the first branch is taken at once. */
  function newBranch(number: number): BranchState {
    const hasTaken = isAnyTaken(states.values()) || isAnyTaken(staged.values());
    const state = emptyBranch(branchRow(number, hasTaken ? deps.now() : null, deps));
    return { ...state, keptFrom: dayToKeep(state.row, deps.settings, deps.now()) };
  }

  return {
    async lock(sql, numbers, { isPatient = true } = {}) {
      const wanted = [...new Set(numbers)];
      if (node === null) return wanted;
      const free = await deps.lock(sql, wanted, isPatient);
      for (const number of free) locked.add(number);
      return free;
    },
    of(number) {
      const known = staged.get(number);
      if (known) return known;
      if (node !== null && !locked.has(number)) throw new Error(`branch ${number} is changed without its lock`);
      const fresh = new StagedBranch(states.get(number) ?? newBranch(number));
      staged.set(number, fresh);
      return fresh;
    },
    all: () => [...staged.values()],
    markConfigChanged() {
      changesConfig = true;
    },
    add: (write) => added.push(write),
    onCommit: (handler) => commitHandlers.push(handler),
    commitHandlers: () => commitHandlers,
    writes() {
      const changed = [...staged.values()];
      const news = node === null ? [] : newsWrites(changed, { node, at: deps.now(), changesConfig });
      return [...stagedWrites(changed), ...added, ...news];
    },
  };
}

function isAnyTaken(branches: Iterable<{ row: BranchRow }>): boolean {
  for (const { row } of branches) if (row.provisionalSince === null) return true;
  return false;
}

/** F25: the row of a new branch, which waits to be taken since `provisionalSince` (server time); null: it is taken. */
function branchRow(number: number, provisionalSince: number | null, deps: StagesDeps): BranchRow {
  return {
    number,
    name: null,
    timeZone: deps.defaultTimeZone,
    cutOffMinute: 4 * 60,
    version: 0,
    revision: 0,
    epoch: deps.newEpoch(),
    lastDeliveryAt: null,
    provisionalSince,
    votes: { seconds: 0, minutes: 0, milliseconds: 0 },
  };
}

export type ConfigChangeDeps = {
  queue: BoardQueue;
  /** Keeps other nodes from changing the configuration until the end of the transaction, and reads what they changed. */
  lockConfig: (sql: Sql) => Promise<void>;
  /** Reads the configuration again, in the transaction that changed it. Call the result after the commit. */
  reload: (sql: Sql) => Promise<() => void>;
};

/**
 * Changes subscriptions, screens, managers, settings or branches in one commit. Memory is updated after it, before any
 * screen is notified.
 */
export function applyConfigChange<Result>(
  { queue, lockConfig, reload }: ConfigChangeDeps,
  change: BoardCommand<Result>,
): Promise<Result> {
  return queue.run(async (sql, stages) => {
    await lockConfig(sql);
    stages.markConfigChanged();
    const changed = await change(sql, stages);
    stages.onCommit(await reload(sql));
    return changed;
  });
}

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

/** The rows that staged branches write, by statement. Orders come before the rows that refer to them, and give up their identity before. */
function stagedWrites(branches: readonly StagedBranch[]): Write[] {
  const all = branches.map((staged) => ({ staged, ...staged.toWrite() }));
  return [
    { statement: statements.UPSERT_BRANCHES, rows: branches.map((staged) => rowOfBranch(staged.row)) },
    { statement: statements.REPLACE_IDENTITIES, rows: all.flatMap(({ replaced }) => replaced) },
    { statement: statements.UPSERT_ORDERS, rows: all.flatMap(({ orders }) => orders.map(rowOfOrder)) },
    ...ticketWrites(all),
    {
      statement: statements.DELETE_TICKETS,
      rows: all.flatMap(({ removedTickets }) =>
        removedTickets.map((ticket) => [ticket.orderKey, ticket.course.number, ticket.round]),
      ),
    },
    {
      statement: statements.UPSERT_TABLES,
      rows: all.flatMap(({ staged, tables }) => tables.map((table) => rowOfTable(table, staged.number))),
    },
    {
      statement: statements.DELETE_TABLES,
      rows: all.flatMap(({ staged, removedTables }) =>
        removedTables.map((table) => [staged.number, table.number, table.subNumber]),
      ),
    },
    {
      statement: statements.UPSERT_GAPS,
      rows: all.flatMap(({ staged, gaps }) => gaps.map(({ from, to, cause }) => [staged.number, from, to, cause])),
    },
  ];
}

type ChangedTicket = ReturnType<StagedBranch['toWrite']>['tickets'][number];
type Changed = { staged: StagedBranch; tickets: readonly ChangedTicket[] };

/** Groups tickets by the columns that change, so that indexes on unchanged columns need not be updated. */
function ticketWrites(all: readonly Changed[]): Write[] {
  const changed = all.flatMap(({ staged, tickets }) => tickets.map((one) => ({ ...one, branch: staged.row })));
  return [...groupBy(changed, statementFor)].map(([statement, those]) => ({
    statement,
    rows: those.map(({ ticket, branch }) => rowOfTicket(ticket, branch)),
  }));
}

function statementFor({ ticket, stored }: ChangedTicket): string {
  if (!stored || beganAtOf(stored) !== beganAtOf(ticket)) return statements.UPSERT_TICKETS;
  return stored.closedAt === ticket.closedAt ? statements.UPSERT_STANDING_TICKETS : statements.UPSERT_BEGUN_TICKETS;
}

/** A row of UPSERT_ORDERS. */
function rowOfOrder(order: LiveOrder): Value[] {
  const { kind, orderId, otherOrderId, year, number, ticketNumber } = order.names;
  return statements.orderRow({
    key: order.key,
    branch: order.branch,
    identity: order.identity,
    kind,
    orderId,
    otherOrderId,
    year,
    number,
    ticketNumber,
    tableNumber: order.table?.number ?? null,
    tableSubNumber: order.table?.subNumber ?? null,
    tableName: order.table?.name ?? null,
    guests: order.table?.guests ?? null,
    seatedAt: order.seatedAt,
    takesAfter: order.takesAfter,
  });
}

/** A row of UPSERT_TABLES. */
function rowOfTable({ number, subNumber, view, newsAt, version }: LiveTable, branch: number): Value[] {
  const { name, guests, status, since, lastFoodAt } = view;
  return statements.tableRow({ branch, number, subNumber, name, guests, status, since, lastFoodAt, newsAt, version });
}

/** A row of UPSERT_BRANCHES. */
function rowOfBranch({ votes, ...row }: BranchRow): Value[] {
  return statements.branchRow({
    ...row,
    votesSeconds: votes.seconds,
    votesMinutes: votes.minutes,
    votesMilliseconds: votes.milliseconds,
  });
}
