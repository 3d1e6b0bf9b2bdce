import type { Ticket } from '../../contract/live';

const CARD_MARKS = ['moved', 'renamed', 'guests', 'completed-again'] as const;

/** What is other than it was on a ticket. */
export type Change = {
  mark: (typeof CARD_MARKS)[number];
  /** The change by what it came to: a party that moves once more has moved anew. */
  name: string;
};

/** The changes of a ticket that a card tells of, in the order in which it does. */
export function changesOf(ticket: Ticket): Change[] {
  if (ticket.marks.length === 0) return []; // most of them, and every card asks
  return CARD_MARKS.filter((mark) => ticket.marks.includes(mark)).map((mark) => ({
    mark,
    name: `${mark} ${cameTo(mark, ticket)}`,
  }));
}

function cameTo(mark: Change['mark'], { table, readyAt }: Ticket): string | number | null | undefined {
  if (mark === 'moved') return table && `${table.number}/${table.subNumber}`;
  if (mark === 'renamed') return table?.name;
  return mark === 'guests' ? table?.guests : readyAt;
}
