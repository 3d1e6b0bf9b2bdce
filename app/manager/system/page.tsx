import { notFound } from 'next/navigation';
import { WithMessages } from '../../../components/messages/with-messages';
import { SystemPage } from '../../../components/system/system-page';
import { messagesIn } from '../../../messages/messages-in';
import { pageServer } from '../../../server/pages/page-server';
import type { SearchParams } from '../../request';
import { managerContext } from '../manager-context';

/** The machine that Heatlamp runs on. For owners only. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { manager, branches, numbers, language } = await managerContext('/manager/system', searchParams);
  if (manager.role !== 'owner') notFound();
  const messages = await messagesIn(
    language,
    'clipboard',
    'live-dashboard',
    'login',
    'screens',
    'system',
    'views',
    'when',
  );
  return (
    <WithMessages messages={messages}>
      <SystemPage
        name={manager.name}
        hasSecondFactor={manager.hasSecondFactor}
        fleet={await pageServer().fleet(numbers)}
        branches={branches}
        timeZone={branches[0]?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}
      />
    </WithMessages>
  );
}
