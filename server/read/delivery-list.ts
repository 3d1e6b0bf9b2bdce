import type { DeliveryList } from '../../contract/deliveries';
import { cursorText } from './cursor';
import type { DeliveryFilter } from './deliveries';
import type { Reader } from './messages';

/** A page of deliveries in the form of the contract, with the gaps between them if they are not filtered. */
export async function readDeliveryList(reader: Reader, filter: DeliveryFilter): Promise<DeliveryList> {
  const { branches, outcome, cause, q, from, to, cursor } = filter;
  const { deliveries, next, lookedBackTo } = await reader.read('deliveries', filter);
  const isOfAll = outcome === null && cause === null && q === null;
  const range = { from: next?.receivedAt ?? from ?? 0, to: cursor?.receivedAt ?? to ?? Number.MAX_SAFE_INTEGER };
  return {
    deliveries,
    gaps: isOfAll ? await reader.read('gaps', { branches, ...range }) : [],
    nextCursor: cursorText(next),
    lookedBackTo: lookedBackTo === null ? null : new Date(lookedBackTo).toISOString(),
  };
}
