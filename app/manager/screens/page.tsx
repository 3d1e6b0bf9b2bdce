import { headers } from 'next/headers';
import { WithMessages } from '../../../components/messages/with-messages';
import { ScreensPage } from '../../../components/screens/screens-page';
import { SetUpNotice } from '../../../components/set-up/set-up-notice';
import { messagesIn } from '../../../messages/messages-in';
import { pageServer } from '../../../server/pages/page-server';
import type { SearchParams } from '../../request';
import { managerContext } from '../manager-context';
import { stepsLeft } from '../steps-left';

const MAX_CODE_LENGTH = 40;

/** Every screen of the manager's branches, and the device whose code is in the address. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { manager, branches, numbers, language, query, pageQuery } = await managerContext(
    '/manager/screens',
    searchParams,
  );
  const left = (await stepsLeft(manager)) ?? 0;
  const code = query.get('code')?.slice(0, MAX_CODE_LENGTH) || null;
  return (
    <WithMessages
      messages={
        await messagesIn(
          language,
          'screens',
          'live-dashboard',
          'practice-service',
          'set-up-notice',
          'settings',
          'views',
          'when',
        )
      }
    >
      {left > 0 && <SetUpNotice left={left} />}
      <ScreensPage
        key={code}
        first={await pageServer().fleet(numbers)}
        branches={branches}
        unlisted={pageQuery.unlisted}
        code={code}
        origin={await pageServer().origin((await headers()).get('host') ?? '')}
      />
    </WithMessages>
  );
}
