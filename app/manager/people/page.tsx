import { notFound } from 'next/navigation';
import { WithMessages } from '../../../components/messages/with-messages';
import { PeoplePage } from '../../../components/people/people-page';
import { messagesIn } from '../../../messages/messages-in';
import { pageServer } from '../../../server/pages/page-server';
import type { SearchParams } from '../../request';
import { managerContext } from '../manager-context';

/** Everybody who may sign in. For owners only. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { manager, branches, language } = await managerContext('/manager/people', searchParams);
  if (manager.role !== 'owner') notFound();
  return (
    <WithMessages messages={await messagesIn(language, 'clipboard', 'live-dashboard', 'people', 'when')}>
      <PeoplePage
        initialPeople={await pageServer().people()}
        self={manager.id}
        branches={branches}
        timeZone={branches[0]?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}
      />
    </WithMessages>
  );
}
