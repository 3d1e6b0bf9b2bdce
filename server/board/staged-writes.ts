import { beganAtOf } from '../../domain/ticket';
import { groupBy } from '../../lib/group';
import type { Write } from '../sql/statements';
import * as statements from '../sql/write-statements';
import { rowOfBranch, rowOfOrder, rowOfTable, rowOfTicket } from './rows';
import type { StagedBranch } from './staged-branch';

/** The rows that staged branches write, by statement. Orders come before the rows that refer to them, and give up their identity before. */
export function stagedWrites(branches: readonly StagedBranch[]): Write[] {
  const all = branches.map((staged) => ({ staged, ...staged.toWrite() }));
  return [
    { statement: statements.UPSERT_BRANCHES, rows: branches.map((staged) => rowOfBranch(staged.row)) },
    { statement: statements.RENAME_ORDERS, rows: all.flatMap(({ replaced }) => replaced) },
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
