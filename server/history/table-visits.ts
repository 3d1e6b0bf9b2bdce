import type { Ticket } from '../../contract/live';
import { lastCutOff, nextCutOff } from '../../domain/business-day';
import type { Instant } from '../../domain/fact';
import { readTicket } from '../../domain/ticket';
import { branchReadings } from '../sql/branch-readings';
import { COURSES_OF_TABLE } from '../sql/history-statements';
import type { Source } from '../sql/statements';
import { type TicketRow, ticketOfRow } from '../sql/ticket-row';

/**
 * `at` is any instant of the requested business day (POS time), `from` an earlier one from which to read courses if the day
 * begins after it.
 */
export type TableDayQuestion = {
  branch: number;
  number: string;
  subNumber: string;
  at: Instant;
  from?: Instant | null;
};

/** Every course of a table on one business day of its branch, oldest first. Empty for an unknown branch. */
export async function tableDayOf(source: Source, question: TableDayQuestion): Promise<Ticket[]> {
  const { number, subNumber, at } = question;
  const branch = (await branchReadings(source)).get(question.branch);
  if (!branch) return [];
  const from = Math.min(lastCutOff(at, branch), question.from ?? at);
  const range = [from, nextCutOff(at, branch)] as const;
  const rows = await source.$queryRawUnsafe<TicketRow[]>(
    COURSES_OF_TABLE,
    question.branch,
    ...range,
    number,
    subNumber,
  );
  return rows.map((row) => readTicket(ticketOfRow(row), branch.reading));
}
