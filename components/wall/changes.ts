import type { Ticket } from '../../contract/live';

const CARD_MARKS = ['moved', 'renamed', 'guests', 'completed-again'] as const;

/** One difference between a ticket and its earlier state. */
export type Change = {
  mark: (typeof CARD_MARKS)[number];
  /** The change with its result, so that a party that moves again has a new change. */
  name: string;
};

/** Changes of a ticket that a card shows, in display order. */
export function changesOf(ticket: Ticket): Change[] {
  if (ticket.marks.length === 0) return []; // fast path: most tickets have none, and every card asks
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
