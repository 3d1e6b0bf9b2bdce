import type { Board, Ticket, TicketActionKind } from '../../../contract/live';
import type { Side, Tap } from './side';

/** A ticket by its id on each of two servers. */
export type SameTicket = { orderId: string; ordered: string; anyhow: string; isOpen: boolean };

/** What is tapped on it, one after the other. */
export type TappedTicket = SameTicket & { branch: number; taps: Tap[] };

/**
 * The tickets that look the same on two boards to who is about to tap: the same food, at the same stage, with the same
 * taps on it. On any other a tap would rightly come to something else, because whether it makes sense is judged when it
 * comes, by what had arrived until then. What is ready is the same food by the instant at which it was, whatever round it
 * is taken for so far; what cooks by its round and its start.
 */
export function sameTickets(ordered: Board, anyhow: Board): SameTicket[] {
  const look = ({ readyAt, startedAt, servedAt, closedAt, round, claim, collected, hiddenOn, ...ticket }: Ticket) =>
    JSON.stringify({
      food: [ticket.orderId, ticket.course.number, readyAt ?? `${round} of ${startedAt}`],
      stage: [servedAt !== null, closedAt !== null],
      taps: [claim, collected, hiddenOn],
    });
  const there = new Map(anyhow.tickets.map((ticket) => [look(ticket), ticket.id]));
  return ordered.tickets.flatMap((ticket) => {
    const other = there.get(look(ticket));
    return other === undefined || ticket.orderId === null
      ? []
      : [{ orderId: ticket.orderId, ordered: ticket.id, anyhow: other, isOpen: ticket.closedAt === null }];
  });
}

/** Most first taps of a screen make sense; some are refused, and then by both servers. */
export const FIRST_TAPS: readonly TicketActionKind[] = [
  'claim',
  'claim',
  'collect',
  'collect',
  'hide',
  'hide',
  'recall',
];
export const LATER_TAPS: readonly TicketActionKind[] = ['claim', 'collect', 'hide', 'recall', 'undo', 'undo', 'undo'];

export type Answers = { ordered: string; anyhow: string[] };

/**
 * Taps the next of each ticket: on the one server ticket by ticket, on the other on all at once, each twice at the same
 * time, over HTTP and a socket. Resolves to what each was answered.
 */
export async function tapBoth(
  ordered: Side,
  anyhow: Side,
  tickets: readonly TappedTicket[],
  turn: number,
): Promise<Answers[]> {
  const inTurn = async () => {
    const answers: string[] = [];
    for (const ticket of tickets) {
      const tap = ticket.taps[turn];
      if (tap) answers.push(await ordered.tap(tap, ticket.ordered, ticket.branch));
    }
    return answers;
  };
  const atOnce = Promise.all(
    tickets.flatMap(({ taps, anyhow: id, branch }) => {
      const tap = taps[turn];
      if (!tap) return [];
      const over = tap.over === 'http' ? 'socket' : 'http';
      return [Promise.all([anyhow.tap(tap, id, branch), anyhow.tap({ ...tap, over }, id, branch)])];
    }),
  );
  const [first, second] = await Promise.all([inTurn(), atOnce]);
  return first.map((answer, index) => ({ ordered: answer, anyhow: second[index] ?? [] }));
}
