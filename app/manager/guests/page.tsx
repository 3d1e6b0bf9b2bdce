import { notFound } from 'next/navigation';
import { GuestsPage } from '../../../components/guests/guests-page';
import { WithMessages } from '../../../components/messages/with-messages';
import { messagesIn } from '../../../messages/messages-in';
import type { SearchParams } from '../../request';
import { managerContext } from '../manager-context';

/** Erases the name of a guest who asks for it. For owners only. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { manager, branches, language } = await managerContext('/manager/guests', searchParams);
  if (manager.role !== 'owner') notFound();
  return (
    <WithMessages messages={await messagesIn(language, 'guests', 'when')}>
      <GuestsPage branches={branches} />
    </WithMessages>
  );
}
