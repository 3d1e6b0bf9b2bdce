import type { Ticket } from '../../contract/live';
import { compareNumbers } from '../../lib/compare-numbers';

/** Compares tickets for a sort: the first that was ready comes first. The contract's instants sort correctly as text. */
export function byReady(a: Ticket, b: Ticket): number {
  const [first, second] = [a.readyAt ?? '', b.readyAt ?? ''];
  return first === second ? compareNumbers(a.id, b.id) : first < second ? -1 : 1;
}
