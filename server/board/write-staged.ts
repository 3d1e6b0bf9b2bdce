import type { Statements } from '../sql/statements';
import * as statements from '../sql/write-statements';
import { branchValues, orderValues, tableValues, ticketValues } from './rows';
import type { StagedBranch } from './staged-branch';

/** Writes what staged branches have to write: a statement for each kind of row, whatever the number of branches. */
export async function writeStaged(sql: Statements, branches: readonly StagedBranch[]): Promise<void> {
  const all = branches.map((staged) => ({ staged, ...staged.toWrite() }));
  await writeRows(
    sql,
    statements.UPSERT_BRANCHES,
    branches.map((staged) => branchValues(staged.row)),
  );
  await writeRows(
    sql,
    statements.UPDATE_ORDERS,
    all.flatMap(({ orders }) => orders.map(orderValues)),
  );
  await writeRows(
    sql,
    statements.UPSERT_TICKETS,
    all.flatMap(({ staged, tickets }) => tickets.map((ticket) => ticketValues(ticket, staged.row))),
  );
  await writeRows(
    sql,
    statements.DELETE_TICKETS,
    all.flatMap(({ gone }) => gone.map((ticket) => [ticket.orderKey, ticket.course.number, ticket.round])),
  );
  await writeRows(
    sql,
    statements.UPSERT_TABLES,
    all.flatMap(({ staged, tables }) => tables.map((table) => tableValues(table, staged.number))),
  );
  await writeRows(
    sql,
    statements.DELETE_TABLES,
    all.flatMap(({ staged, goneTables }) => goneTables.map((table) => [staged.number, table.number, table.subNumber])),
  );
}

async function writeRows(sql: Statements, statement: string, rows: readonly unknown[][]): Promise<void> {
  if (rows.length > 0) await sql.$executeRawUnsafe(statement, JSON.stringify(rows));
}
