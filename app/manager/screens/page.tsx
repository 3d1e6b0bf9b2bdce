import { WithMessages } from '../../../components/messages/with-messages';
import { ScreensPage } from '../../../components/screens/screens-page';
import liveDashboardEn from '../../../messages/en/live-dashboard.json';
import screensEn from '../../../messages/en/screens.json';
import whenEn from '../../../messages/en/when.json';
import liveDashboardNl from '../../../messages/nl/live-dashboard.json';
import screensNl from '../../../messages/nl/screens.json';
import whenNl from '../../../messages/nl/when.json';
import { pageServer } from '../../../server/pages/page-server';
import { requestOrigin, type SearchParams } from '../../request';
import { managerContext } from '../manager-context';

const MESSAGES = {
  en: { ...screensEn, ...liveDashboardEn, ...whenEn },
  nl: { ...screensNl, ...liveDashboardNl, ...whenNl },
};

const LONGEST_CODE = 40;

/** Every screen of the manager's branches, and the device whose code is in the address. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const usual = { period: 'today', mayAskAll: true } as const;
  const { branches, query } = await managerContext('/manager/screens', searchParams, usual);
  const code = query.get('code')?.slice(0, LONGEST_CODE) || null;
  return (
    <WithMessages messages={MESSAGES}>
      <ScreensPage
        key={code}
        first={await pageServer().fleet(branches.map(({ number }) => number))}
        branches={branches}
        code={code}
        origin={await requestOrigin()}
      />
    </WithMessages>
  );
}
