import { isAnythingDue } from '../clock/clock';
import type { Core } from '../core';
import { readRows } from './data-folder';
import { committedSoon } from './outages';

/** Resolves when every delivery and every change by time up to the server's now is committed. */
export async function waitUntilCommitted({ boards, queue, settings, now }: Core): Promise<void> {
  await committedSoon({ queue });
  const isDue = () => boards.branches().some((state) => isAnythingDue(state, settings, now()));
  while (isDue()) {
    await new Promise<void>((done) => {
      const stop = boards.onChange(() => {
        stop();
        done();
      });
    });
  }
}

const STORED = {
  tickets: `SELECT o."identity", o."kind", o."orderId", o."otherOrderId", o."year", o."number", o."ticketNumber",
      o."tableNumber", o."tableSubNumber", o."tableName", o."guests", o."seatedAt", t.*
    FROM "CourseTicket" t JOIN "Order" o ON o."key" = t."orderKey" WHERE o."branch" = ?
    ORDER BY o."identity", t."courseNumber", t."round"`,
  tables: `SELECT * FROM "TableState" WHERE "branch" = ? ORDER BY "number", "subNumber"`,
  facts: `SELECT o."identity", e."courseNumber", e."step", e."at", e."round", d."bodySha256"
    FROM "CourseEvent" e JOIN "Order" o ON o."key" = e."orderKey" JOIN "Delivery" d ON d."id" = e."deliveryId"
    WHERE o."branch" = ? ORDER BY o."identity", e."courseNumber", e."step", e."at"`,
  votes: `SELECT "votesSeconds", "votesMinutes", "votesMilliseconds" FROM "Branch" WHERE "number" = ?`,
};

/** Everything stored about a branch that does not depend on arrival: without order keys and versions. */
export async function storedState(dataDir: string, branch = 1): Promise<Record<keyof typeof STORED, unknown[]>> {
  const rows = async (sql: string) =>
    (await readRows<Record<string, unknown>>(dataDir, sql, branch)).map(
      ({ orderKey: _, version: __, branch: ___, ...row }) => row,
    );
  return {
    tickets: await rows(STORED.tickets),
    tables: await rows(STORED.tables),
    facts: await rows(STORED.facts),
    votes: await rows(STORED.votes),
  };
}

type BoardTicket = { id: string; version: number; orderId: string | null; course: { number: number }; round: number };
type BoardTable = { version: number; number: string; subNumber: string; parties: readonly { orderKey: number }[] };

/** A board of the API, sorted and without what depends on arrival. */
export function comparableBoard({
  tickets,
  tables,
}: {
  tickets: BoardTicket[];
  tables: BoardTable[];
}): Record<string, unknown> {
  const ticketName = (ticket: BoardTicket) => `${ticket.orderId}/${ticket.course.number}/${ticket.round}`;
  const tableName = (table: BoardTable) => `${table.number}/${table.subNumber}`;
  return {
    tickets: Object.fromEntries(
      tickets
        .map((ticket) => [ticketName(ticket), { ...ticket, id: null, branch: null, version: null }] as const)
        .sort(byKey),
    ),
    tables: Object.fromEntries(
      tables
        .map((table) => [tableName(table), { ...withoutOrderKeys(table), branch: null, version: null }] as const)
        .sort(byKey),
    ),
  };
}

/** The parties of a table without their order keys, which depend on arrival; their place in the list does not. */
export function withoutOrderKeys<Seen extends { parties: readonly { orderKey: number }[] }>(table: Seen) {
  return { ...table, parties: table.parties.map(({ orderKey: _, ...party }) => party) };
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
