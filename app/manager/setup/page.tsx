import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { WithMessages } from '../../../components/messages/with-messages';
import { SetUpPage } from '../../../components/set-up/set-up-page';
import { SET_UP } from '../../../components/set-up/steps';
import { messagesIn } from '../../../messages/messages-in';
import { pageServer } from '../../../server/pages/page-server';
import type { SearchParams } from '../../request';
import { managerContext } from '../manager-context';

/** Its steps use parts of other pages. */
const AREAS = [
  'clipboard',
  'deliveries',
  'live-dashboard',
  'screens',
  'practice-service',
  'set-up',
  'subscriptions',
  'ticket',
  'views',
  'when',
] as const;

/** The checklist of the first set-up, for owners. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { manager, branches, language } = await managerContext(SET_UP, searchParams);
  if (manager.role !== 'owner') notFound();
  const host = (await headers()).get('host') ?? '';
  return (
    <WithMessages messages={await messagesIn(language, ...AREAS)}>
      <SetUpPage first={await pageServer().setUp(host)} branches={branches} />
    </WithMessages>
  );
}
