import { headers } from 'next/headers';
import { joinMessagesIn } from '../../../components/messages/translator';
import { WithMessages } from '../../../components/messages/with-messages';
import { SUBSCRIPTIONS } from '../../../components/subscriptions/address';
import { SubscriptionsPage } from '../../../components/subscriptions/subscriptions-page';
import { clipboardMessages } from '../../../messages/areas/clipboard';
import { deliveriesMessages } from '../../../messages/areas/deliveries';
import { liveDashboardMessages } from '../../../messages/areas/live-dashboard';
import { subscriptionsMessages } from '../../../messages/areas/subscriptions';
import { whenMessages } from '../../../messages/areas/when';
import { pageServer } from '../../../server/pages/page-server';
import type { SearchParams } from '../../request';
import { managerContext } from '../manager-context';

/** The subscriptions of the POS and what to enter in its back office. Owners change them here. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const [sent, { manager, branches, numbers, language }] = await Promise.all([
    headers(),
    managerContext(SUBSCRIPTIONS, searchParams),
  ]);
  const server = pageServer();
  const isOfAll = await server.areAll(numbers);
  return (
    <WithMessages
      messages={joinMessagesIn(
        language,
        clipboardMessages,
        deliveriesMessages,
        liveDashboardMessages,
        subscriptionsMessages,
        whenMessages,
      )}
    >
      <SubscriptionsPage
        first={{
          list: await server.subscriptions(sent.get('host')),
          refusals: isOfAll ? await server.refusals() : null,
          at: await server.now(),
        }}
        branches={branches}
        isOwner={manager.role === 'owner'}
        timeZone={branches[0]?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}
      />
    </WithMessages>
  );
}
