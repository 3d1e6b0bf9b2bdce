import { joinMessagesIn } from '../../../components/messages/join-messages';
import { WithMessages } from '../../../components/messages/with-messages';
import { ScreensPage } from '../../../components/screens/screens-page';
import { liveDashboardMessages } from '../../../messages/areas/live-dashboard';
import { screensMessages } from '../../../messages/areas/screens';
import { whenMessages } from '../../../messages/areas/when';
import { pageServer } from '../../../server/pages/page-server';
import { requestOrigin, type SearchParams } from '../../request';
import { managerContext } from '../manager-context';

const LONGEST_CODE = 40;

/** Every screen of the manager's branches, and the device whose code is in the address. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const usual = { period: 'today', mayAskAll: true } as const;
  const { branches, numbers, language, query, pageQuery } = await managerContext(
    '/manager/screens',
    searchParams,
    usual,
  );
  const code = query.get('code')?.slice(0, LONGEST_CODE) || null;
  return (
    <WithMessages messages={joinMessagesIn(language, screensMessages, liveDashboardMessages, whenMessages)}>
      <ScreensPage
        key={code}
        first={await pageServer().fleet(numbers)}
        branches={branches}
        unlisted={pageQuery.unlisted}
        code={code}
        origin={await requestOrigin()}
      />
    </WithMessages>
  );
}
