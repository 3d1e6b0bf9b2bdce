import type { FoldedOrder } from '../../domain/fold';
import { notesOn } from '../../domain/note';
import { tableKey } from '../../domain/order-table';
import { type UnitVotes, unitVote } from '../../domain/preparation-unit';
import { isSameBut } from '../../domain/same';
import { viewTable } from '../../domain/table';
import { closesAt, type KeptTicket, standingAt } from '../../domain/ticket';
import type { Settings } from '../settings/settings';
import { calendarOf, type LiveOrder, type LiveTable } from './branch-state';
import type { StagedBranch } from './staged-branch';

/** The branch's now: server time less the POS's offset (contract, Time). */
export function branchNow(staged: StagedBranch, serverNow: number): number {
  return serverNow - staged.posOffsetMs();
}

/**
 * Puts an order as its facts now fold into the staged branch: its tickets as they stand at `now`, those that differ
 * from what is stored with the next version, and the unit votes that go with them. Says how many tickets are no more.
 */
export function settleOrder(
  staged: StagedBranch,
  order: LiveOrder,
  folded: Pick<FoldedOrder, 'tickets'>,
  settings: Settings,
  now: number,
): { gone: number } {
  const calendar = calendarOf(staged.row);
  const moment = { now, serverNow: now + staged.posOffsetMs() };
  const before = new Map(order.tickets.map((ticket) => [roundName(ticket), ticket]));
  let changed = false;
  const tickets = folded.tickets.map((ticket) => {
    const limits = settings.limitsOf(staged.number, ticket.course.number);
    const kept: KeptTicket = {
      ...ticket,
      orderKey: order.key,
      branch: staged.number,
      order: order.names,
      table: order.table,
      ...standingAt(ticket, notesOn(ticket, folded.tickets, order.notes), moment, limits, calendar),
      version: staged.nextVersion,
    };
    const previous = before.get(roundName(ticket));
    before.delete(roundName(ticket));
    if (previous && isSameBut(previous, kept, 'version')) return previous;
    countVote(staged.row.votes, previous, -1);
    countVote(staged.row.votes, kept, 1);
    changed = true;
    return kept;
  });
  const gone = [...before.values()];
  for (const ticket of gone) countVote(staged.row.votes, ticket, -1);
  if (changed || gone.length > 0) staged.markChanged();
  staged.putOrder({ ...order, tickets }, gone);
  return { gone: gone.length };
}

/** Looks at a table again. `newsAt` is the newest fact that concerns it. */
export function settleTable(
  staged: StagedBranch,
  place: { number: string; subNumber: string },
  newsAt: number,
  settings: Settings,
  now: number,
): void {
  const key = tableKey(place);
  const previous = staged.table(key);
  const reading = settings.readingOf(staged.number, staged.row.votes);
  const calendar = calendarOf(staged.row);
  const news = Math.max(newsAt, previous?.newsAt ?? newsAt);
  const closes = (ticket: KeptTicket) =>
    closesAt(ticket, settings.limitsOf(staged.number, ticket.course.number), calendar);
  const view = viewTable(staged.ticketsOn(key), news, now, reading, closes);
  const isShown = previous !== undefined && isSameBut(previous.view, view, 'changesAt');
  if (isShown && previous.newsAt === news && previous.view.changesAt === view.changesAt) return;

  const table: LiveTable = {
    number: place.number,
    subNumber: place.subNumber,
    newsAt: news,
    view,
    version: isShown ? previous.version : staged.nextVersion,
  };
  if (!isShown) staged.markChanged();
  staged.putTable(table);
}

function roundName(ticket: { course: { number: number }; round: number }): string {
  return `${ticket.course.number}/${ticket.round}`;
}

function countVote(votes: UnitVotes, ticket: KeptTicket | undefined, by: 1 | -1): void {
  const unit = ticket ? unitVote(ticket.posRaw, ticket.measuredMs) : null;
  if (unit) votes[unit] += by;
}
