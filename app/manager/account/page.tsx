import { AccountPage } from '../../../components/account/account-page';
import { WithMessages } from '../../../components/messages/with-messages';
import { messagesIn } from '../../../messages/messages-in';
import { pageServer } from '../../../server/pages/page-server';
import type { SearchParams } from '../../request';
import { managerContext } from '../manager-context';

/** The account of the signed-in manager. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { manager, branches, language } = await managerContext('/manager/account', searchParams, {
    period: 'today',
    mayAskAll: false,
  });
  const server = pageServer();
  const [secondFactor, recoveryCodes, now] = await Promise.all([
    server.read('secondFactor', manager.id),
    server.recoveryCodes(manager.id),
    server.now(),
  ]);
  return (
    <WithMessages messages={await messagesIn(language, 'account', 'clipboard', 'login', 'recovery', 'when')}>
      <AccountPage
        name={manager.name}
        isOwner={manager.role === 'owner'}
        recoveryCodes={recoveryCodes}
        secondFactor={secondFactor}
        now={now}
        timeZone={branches[0]?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}
      />
    </WithMessages>
  );
}
