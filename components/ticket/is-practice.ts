import { PRACTICE_ORDER, type Ticket } from '../../contract/live';

/** F26: whether a ticket is not real. Every screen of the branch shows it, whatever its filters are. */
export function isPractice({ orderId }: Pick<Ticket, 'orderId'>): boolean {
  return orderId === PRACTICE_ORDER;
}

/** Whether a table is not real: a POS sends an integer. */
export function isPracticeTable(number: string): boolean {
  return !/^-?\d/.test(number);
}
