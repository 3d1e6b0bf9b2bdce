import { LiveDashboard } from '../../components/live-dashboard/live-dashboard';
import { Problems } from '../../components/manager/problems';
import { WithMessages } from '../../components/messages/with-messages';
import { NextTasks } from '../../components/next-tasks/next-tasks';
import { SetUpNotice } from '../../components/set-up/set-up-notice';
import { DAY_MS } from '../../lib/time';
import { messagesIn } from '../../messages/messages-in';
import { deliveryBranches } from '../../server/deliveries/delivery-list';
import { pageServer } from '../../server/pages/page-server';
import type { SearchParams } from '../request';
import { managerContext } from './manager-context';
import { stepsLeft } from './steps-left';

/** An older one was seen, or nobody will look at it any more. */
const UNREADABLE_SINCE_MS = DAY_MS;

/** Live dashboard, of all the manager's branches if the address names none. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { manager, language, numbers, query, pageQuery } = await managerContext('/manager', searchParams);
  const named = query.get('branch') ? pageQuery.branch : null;
  const chosen = pageQuery.problems.some(({ parameter }) => parameter === 'branch') ? null : (named?.number ?? null);
  const left = await stepsLeft(manager);
  // Of very many branches, the list may not have the chosen one.
  const isAlone = chosen !== null && pageQuery.unlisted > 0;
  const server = pageServer();
  const live = await server.live(isAlone ? [chosen] : numbers);
  const fleet = await server.fleet(numbers);
  const isOfAll = await server.areAll(numbers);
  const ofPos = isOfAll ? { list: await server.subscriptions(null), refusals: await server.refusals() } : null;
  const from = (await server.now()) - UNREADABLE_SINCE_MS;
  const {
    deliveries: [newest],
  } = await server.read('deliveries', {
    ...{ outcome: 'unreadable', cause: null, from, to: null, q: null, cursor: null, limit: 1 },
    branches: deliveryBranches(numbers, isOfAll),
  });
  return (
    <WithMessages
      messages={
        await messagesIn(language, 'live-dashboard', 'gaps', 'next-tasks', 'set-up-notice', 'ticket', 'views', 'when')
      }
    >
      <Problems problems={pageQuery.problems.filter(({ parameter }) => parameter === 'branch')} />
      {left !== null && left > 0 && <SetUpNotice left={left} />}
      <NextTasks first={{ fleet, ofPos, unreadable: newest ? { branch: newest.branch } : null }} />
      <LiveDashboard
        key={isAlone ? chosen : null}
        first={live}
        chosen={chosen}
        isAlone={isAlone}
        total={numbers.length}
      />
      {left === 0 && <SetUpNotice left={0} />}
    </WithMessages>
  );
}
