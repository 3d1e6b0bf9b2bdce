import type { BranchGap, DeliveryList } from '../../contract/deliveries';
import { toIso } from '../../domain/fact';
import { cursorText } from '../http/cursor';
import type { GapQuestion } from './delivery-counts';
import type { DeliveryFilter, DeliveryPage } from './list-deliveries';

type DeliveryReader = {
  read: ((name: 'deliveries', filter: DeliveryFilter) => Promise<DeliveryPage>) &
    ((name: 'gaps', question: GapQuestion) => Promise<BranchGap[]>);
};

/** A page of deliveries in the form of the contract, with the gaps between them if they are not filtered. */
export async function readDeliveryList(reader: DeliveryReader, filter: DeliveryFilter): Promise<DeliveryList> {
  const { branches, outcome, cause, q, from, to, cursor } = filter;
  const { deliveries, next, lookedBackTo } = await reader.read('deliveries', filter);
  const isOfAll = outcome === null && cause === null && q === null;
  const range = { from: next?.receivedAt ?? from ?? 0, to: cursor?.receivedAt ?? to ?? Number.MAX_SAFE_INTEGER };
  return {
    deliveries,
    gaps: isOfAll ? await reader.read('gaps', { branches, ...range }) : [],
    nextCursor: cursorText(next),
    lookedBackTo: toIso(lookedBackTo),
  };
}

/**
 * These branches, and null if their viewer sees all branches: deliveries without a readable branch may contain guests'
 * names of any branch.
 */
export function deliveryBranches(branches: readonly number[], isOfAll: boolean): (number | null)[] {
  return isOfAll ? [...branches, null] : [...branches];
}

/**
 * Whether somebody with these branches may open a delivery. `branch` is that of the delivery, null if it has no readable
 * one.
 */
export function mayOpenDelivery(branch: number | null, branches: readonly number[], isOfAll: boolean): boolean {
  return deliveryBranches(branches, isOfAll).includes(branch);
}
