import { DeliveriesPage } from '../../../components/deliveries/deliveries-page';
import { DELIVERIES, parseDeliveryQuery } from '../../../components/deliveries/delivery-choices';
import { branchSpan } from '../../../components/manager/page-query';
import { Problems } from '../../../components/manager/problems';
import { joinMessagesIn } from '../../../components/messages/translator';
import { WithMessages } from '../../../components/messages/with-messages';
import { clipboardMessages } from '../../../messages/areas/clipboard';
import { deliveriesMessages } from '../../../messages/areas/deliveries';
import { gapsMessages } from '../../../messages/areas/gaps';
import { liveDashboardMessages } from '../../../messages/areas/live-dashboard';
import { ticketMessages } from '../../../messages/areas/ticket';
import { whenMessages } from '../../../messages/areas/when';
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
      messages={joinMessagesIn(
        language,
        clipboardMessages,
        deliveriesMessages,
        gapsMessages,
        liveDashboardMessages,
        ticketMessages,
        whenMessages,
      )}
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
