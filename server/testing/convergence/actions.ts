import type { Board, Ticket, TicketActionKind } from '../../../contract/live';
import type { SentAction, Side } from './side';

/** A ticket by its id on each of two servers. */
type SameTicket = { orderId: string; ordered: string; shuffled: string; isOpen: boolean };

/** The actions on it, in order. */
export type ActedTicket = SameTicket & { branch: number; actions: SentAction[] };

/**
 * The tickets that are equal on two boards for an action: the same food, at the same stage, with the same actions. On
 * other tickets an action may have different results, because the server decides by what arrived before it. Ready food
 * is the same if it became ready at the same instant, in any round; cooking food if it has the same round and start.
 */
export function sameTickets(ordered: Board, shuffled: Board): SameTicket[] {
  const look = ({ readyAt, startedAt, servedAt, closedAt, round, claim, collected, hiddenOn, ...ticket }: Ticket) =>
    JSON.stringify({
      food: [ticket.orderId, ticket.course.number, readyAt ?? `${round} of ${startedAt}`],
      stage: [servedAt !== null, closedAt !== null],
      actions: [claim, collected, hiddenOn],
    });
  const there = new Map(shuffled.tickets.map((ticket) => [look(ticket), ticket.id]));
  return ordered.tickets.flatMap((ticket) => {
    const other = there.get(look(ticket));
    return other === undefined || ticket.orderId === null
      ? []
      : [{ orderId: ticket.orderId, ordered: ticket.id, shuffled: other, isOpen: ticket.closedAt === null }];
  });
}

/** Most first actions are accepted; some are refused, and then by both servers. */
export const FIRST_ACTIONS: readonly TicketActionKind[] = [
  'claim',
  'claim',
  'collect',
  'collect',
  'hide',
  'hide',
  'recall',
];
export const LATER_ACTIONS: readonly TicketActionKind[] = [
  'claim',
  'collect',
  'hide',
  'recall',
  'undo',
  'undo',
  'undo',
];

export type Answers = { ordered: string; shuffled: string[] };

/**
 * Sends the next action of each ticket: on one server ticket by ticket, on the other all at once and each twice, over
 * HTTP and a socket. Resolves to the answers.
 */
export async function actOnBoth(
  ordered: Side,
  shuffled: Side,
  tickets: readonly ActedTicket[],
  turn: number,
): Promise<Answers[]> {
  const inTurn = async () => {
    const answers: string[] = [];
    for (const ticket of tickets) {
      const action = ticket.actions[turn];
      if (action) answers.push(await ordered.act(action, ticket.ordered, ticket.branch));
    }
    return answers;
  };
  const atOnce = Promise.all(
    tickets.flatMap(({ actions, shuffled: id, branch }) => {
      const action = actions[turn];
      if (!action) return [];
      const over = action.over === 'http' ? 'socket' : 'http';
      return [Promise.all([shuffled.act(action, id, branch), shuffled.act({ ...action, over }, id, branch)])];
    }),
  );
  const [first, second] = await Promise.all([inTurn(), atOnce]);
  return first.map((answer, index) => ({ ordered: answer, shuffled: second[index] ?? [] }));
}
