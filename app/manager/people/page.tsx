import { notFound } from 'next/navigation';
import { joinMessagesIn } from '../../../components/messages/translator';
import { WithMessages } from '../../../components/messages/with-messages';
import { PeoplePage } from '../../../components/people/people-page';
import { clipboardMessages } from '../../../messages/areas/clipboard';
import { liveDashboardMessages } from '../../../messages/areas/live-dashboard';
import { peopleMessages } from '../../../messages/areas/people';
import { whenMessages } from '../../../messages/areas/when';
import { pageServer } from '../../../server/pages/page-server';
import type { SearchParams } from '../../request';
import { managerContext } from '../manager-context';

/** Everybody who may sign in. For owners only. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { manager, branches, language } = await managerContext('/manager/people', searchParams);
  if (manager.role !== 'owner') notFound();
  return (
    <WithMessages
      messages={joinMessagesIn(language, clipboardMessages, liveDashboardMessages, peopleMessages, whenMessages)}
    >
      <PeoplePage
        initialPeople={await pageServer().people()}
        self={manager.id}
        branches={branches}
        timeZone={branches[0]?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}
      />
    </WithMessages>
  );
}
