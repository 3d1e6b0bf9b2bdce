import { DeliveriesPage } from '../../../components/deliveries/deliveries-page';
import { DELIVERIES, parseDeliveryQuery } from '../../../components/deliveries/delivery-choices';
import { branchSpan } from '../../../components/manager/page-query';
import { Problems } from '../../../components/manager/problems';
import { WithMessages } from '../../../components/messages/with-messages';
import copyEn from '../../../messages/en/copy.json';
import deliveriesEn from '../../../messages/en/deliveries.json';
import gapsEn from '../../../messages/en/gaps.json';
import liveDashboardEn from '../../../messages/en/live-dashboard.json';
import ticketEn from '../../../messages/en/ticket.json';
import whenEn from '../../../messages/en/when.json';
import copyNl from '../../../messages/nl/copy.json';
import deliveriesNl from '../../../messages/nl/deliveries.json';
import gapsNl from '../../../messages/nl/gaps.json';
import liveDashboardNl from '../../../messages/nl/live-dashboard.json';
import ticketNl from '../../../messages/nl/ticket.json';
import whenNl from '../../../messages/nl/when.json';
import { pageServer } from '../../../server/pages/page-server';
import { requestOrigin, type SearchParams } from '../../request';
import { managerContext } from '../manager-context';
import { loadDeliveries } from './load-deliveries';

const MESSAGES = {
  en: { ...copyEn, ...deliveriesEn, ...gapsEn, ...liveDashboardEn, ...ticketEn, ...whenEn },
  nl: { ...copyNl, ...deliveriesNl, ...gapsNl, ...liveDashboardNl, ...ticketNl, ...whenNl },
};

/** Deliveries of the POS with their outcomes, refused requests, and the settings to enter in the POS. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { branches, query, pageQuery } = await managerContext(DELIVERIES, searchParams, {
    period: 'all',
    mayAskAll: false,
  });
  const server = pageServer();
  const { chosen, problems } = parseDeliveryQuery(query, pageQuery);
  const numbers = branches.map(({ number }) => number);
  const isOfAll = await server.areAll(numbers);
  const { branch } = pageQuery;
  const span = branch && !pageQuery.isAlways ? branchSpan(pageQuery, branch) : null;
  const hasDeliveries = branch !== null && (chosen.part === 'received' || chosen.part === 'unreadable');
  const deliveries = branch ? await loadDeliveries(branch.number, numbers, isOfAll, chosen, span, hasDeliveries) : null;
  // Expanding a delivery must not render the page again.
  const address = new URLSearchParams(query);
  address.delete('delivery');
  const origin = await requestOrigin();
  return (
    <WithMessages messages={MESSAGES}>
      <Problems problems={problems} />
      <DeliveriesPage
        pageQuery={pageQuery}
        chosen={chosen}
        address={address.toString()}
        deliveries={deliveries && { ...deliveries, span }}
        refusals={isOfAll ? await server.refusals() : null}
        subscriptions={await server.subscriptions()}
        origin={origin}
        now={await server.now()}
        timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
      />
    </WithMessages>
  );
}
