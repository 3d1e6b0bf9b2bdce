import { notFound } from 'next/navigation';
import { GuestsPage } from '../../../components/guests/guests-page';
import { joinMessagesIn } from '../../../components/messages/translator';
import { WithMessages } from '../../../components/messages/with-messages';
import { guestsMessages } from '../../../messages/areas/guests';
import { whenMessages } from '../../../messages/areas/when';
import type { SearchParams } from '../../request';
import { managerContext } from '../manager-context';

/** Erases the name of a guest who asks for it. For owners only. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { manager, branches, language } = await managerContext('/manager/guests', searchParams);
  if (manager.role !== 'owner') notFound();
  return (
    <WithMessages messages={joinMessagesIn(language, guestsMessages, whenMessages)}>
      <GuestsPage branches={branches} />
    </WithMessages>
  );
}
