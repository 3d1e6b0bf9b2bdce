import { DeliveriesPage } from '../../../components/deliveries/deliveries-page';
import { DELIVERIES, parseDeliveryQuery } from '../../../components/deliveries/delivery-choices';
import { branchSpan } from '../../../components/manager/page-query';
import { Problems } from '../../../components/manager/problems';
import { WithMessages } from '../../../components/messages/with-messages';
import { messagesIn } from '../../../messages/messages-in';
import { pageServer } from '../../../server/pages/page-server';
import type { SearchParams } from '../../request';
import { managerContext } from '../manager-context';
import { loadDeliveries } from './load-deliveries';

/** Deliveries of the POS with their outcomes, and refused requests. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { language, numbers, query, pageQuery } = await managerContext(DELIVERIES, searchParams, {
    period: 'all',
    mayAskAll: false,
  });
  const server = pageServer();
  const { chosen, problems } = parseDeliveryQuery(query, pageQuery);
  const isOfAll = await server.areAll(numbers);
  const { branch } = pageQuery;
  const span = branch && !pageQuery.isAlways ? branchSpan(pageQuery, branch) : null;
  const hasDeliveries = branch !== null && (chosen.part === 'received' || chosen.part === 'unreadable');
  const deliveries = branch ? await loadDeliveries(branch.number, numbers, isOfAll, chosen, span, hasDeliveries) : null;
  // Expanding a delivery must not render the page again.
  const address = new URLSearchParams(query);
  address.delete('delivery');
  return (
    <WithMessages
      messages={await messagesIn(language, 'clipboard', 'deliveries', 'gaps', 'live-dashboard', 'ticket', 'when')}
    >
      <Problems problems={problems} />
      <DeliveriesPage
        pageQuery={pageQuery}
        chosen={chosen}
        address={address.toString()}
        deliveries={deliveries && { ...deliveries, span }}
        refusals={isOfAll ? await server.refusals() : null}
        now={await server.now()}
        timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
      />
    </WithMessages>
  );
}
