import type { DeliveryChoices } from '../../../components/deliveries/delivery-choices';
import type { FirstDeliveries } from '../../../components/deliveries/use-deliveries';
import type { ListedDelivery } from '../../../contract/deliveries';
import type { Span } from '../../../domain/period';
import { deliveryBranches, mayOpenDelivery, readDeliveryList } from '../../../server/deliveries/delivery-list';
import { pageServer } from '../../../server/pages/page-server';

const FIRST_PAGE = 100;

/**
 * Loads the first page of a branch's deliveries with the requested filters, and the one that the address names. `own` are
 * the branches of the manager, and `isOfAll` whether these are all. `isShown` is false if only the counts are needed.
 */
export async function loadDeliveries(
  branch: number,
  own: readonly number[],
  isOfAll: boolean,
  { outcome, cause, q, delivery }: DeliveryChoices,
  span: Span | null,
  isShown: boolean,
): Promise<{ first: FirstDeliveries; opened: ListedDelivery | null }> {
  const server = pageServer();
  const now = await server.now();
  const branches = deliveryBranches([branch], isOfAll);
  const range = { from: span?.from ?? null, to: span?.to ?? null };
  const [page, counts, named] = await Promise.all([
    isShown
      ? readDeliveryList(server, { branches, outcome, cause, q, ...range, limit: FIRST_PAGE, cursor: null })
      : { deliveries: [], gaps: [], nextCursor: null, lookedBackTo: null },
    server.read('deliveryCounts', { branches, now }),
    delivery === null || !isShown ? null : server.read('listedDelivery', delivery),
  ]);
  const mayOpen = named !== null && mayOpenDelivery(named.branch, own, isOfAll);
  return {
    first: { page, counts, serverTime: now },
    opened: mayOpen && !page.deliveries.some(({ id }) => id === delivery) ? named : null,
  };
}
