import { AccountPage } from '../../../components/account/account-page';
import { WithMessages } from '../../../components/messages/with-messages';
import accountEn from '../../../messages/en/account.json';
import loginEn from '../../../messages/en/login.json';
import whenEn from '../../../messages/en/when.json';
import accountNl from '../../../messages/nl/account.json';
import loginNl from '../../../messages/nl/login.json';
import whenNl from '../../../messages/nl/when.json';
import { pageServer } from '../../../server/pages/page-server';
import type { SearchParams } from '../../request';
import { managerContext } from '../manager-context';

const MESSAGES = { en: { ...accountEn, ...loginEn, ...whenEn }, nl: { ...accountNl, ...loginNl, ...whenNl } };

/** The account of the signed-in manager. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const usual = { period: 'today', mayAskAll: false } as const;
  const { manager, branches } = await managerContext('/manager/account', searchParams, usual);
  const server = pageServer();
  const [secondFactor, now] = await Promise.all([server.read('secondFactor', manager.id), server.now()]);
  return (
    <WithMessages messages={MESSAGES}>
      <AccountPage
        name={manager.name}
        isOwner={manager.role === 'owner'}
        secondFactor={secondFactor}
        now={now}
        timeZone={branches[0]?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}
      />
    </WithMessages>
  );
}
