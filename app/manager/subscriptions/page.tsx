import { headers } from 'next/headers';
import { WithMessages } from '../../../components/messages/with-messages';
import { SUBSCRIPTIONS } from '../../../components/subscriptions/address';
import { SubscriptionsPage } from '../../../components/subscriptions/subscriptions-page';
import { messagesIn } from '../../../messages/messages-in';
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
      messages={await messagesIn(language, 'clipboard', 'deliveries', 'live-dashboard', 'subscriptions', 'when')}
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
