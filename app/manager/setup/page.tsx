import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { joinMessagesIn } from '../../../components/messages/translator';
import { WithMessages } from '../../../components/messages/with-messages';
import { SetUpPage } from '../../../components/set-up/set-up-page';
import { SET_UP } from '../../../components/set-up/steps';
import { clipboardMessages } from '../../../messages/areas/clipboard';
import { deliveriesMessages } from '../../../messages/areas/deliveries';
import { liveDashboardMessages } from '../../../messages/areas/live-dashboard';
import { practiceServiceMessages } from '../../../messages/areas/practice-service';
import { screensMessages } from '../../../messages/areas/screens';
import { setUpMessages } from '../../../messages/areas/set-up';
import { subscriptionsMessages } from '../../../messages/areas/subscriptions';
import { ticketMessages } from '../../../messages/areas/ticket';
import { viewsMessages } from '../../../messages/areas/views';
import { whenMessages } from '../../../messages/areas/when';
import { pageServer } from '../../../server/pages/page-server';
import type { SearchParams } from '../../request';
import { managerContext } from '../manager-context';

/** Its steps use parts of other pages. */
const AREAS = [
  ...[clipboardMessages, deliveriesMessages, liveDashboardMessages, screensMessages],
  ...[practiceServiceMessages, setUpMessages, subscriptionsMessages, ticketMessages, viewsMessages, whenMessages],
];

/** The checklist of the first set-up, for owners. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { manager, branches, language } = await managerContext(SET_UP, searchParams);
  if (manager.role !== 'owner') notFound();
  const host = (await headers()).get('host') ?? '';
  return (
    <WithMessages messages={joinMessagesIn(language, ...AREAS)}>
      <SetUpPage first={await pageServer().setUp(host)} branches={branches} />
    </WithMessages>
  );
}
