import { LiveDashboard } from '../../components/live-dashboard/live-dashboard';
import { Problems } from '../../components/manager/problems';
import { WithMessages } from '../../components/messages/with-messages';
import gapsEn from '../../messages/en/gaps.json';
import liveDashboardEn from '../../messages/en/live-dashboard.json';
import ticketEn from '../../messages/en/ticket.json';
import whenEn from '../../messages/en/when.json';
import gapsNl from '../../messages/nl/gaps.json';
import liveDashboardNl from '../../messages/nl/live-dashboard.json';
import ticketNl from '../../messages/nl/ticket.json';
import whenNl from '../../messages/nl/when.json';
import { pageServer } from '../../server/pages/page-server';
import type { SearchParams } from '../request';
import { managerContext } from './manager-context';

const MESSAGES = {
  en: { ...liveDashboardEn, ...gapsEn, ...ticketEn, ...whenEn },
  nl: { ...liveDashboardNl, ...gapsNl, ...ticketNl, ...whenNl },
};

/** Live dashboard, of all the manager's branches if the address names none. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { branches, query, pageQuery } = await managerContext('/manager', searchParams, {
    period: 'today',
    mayAskAll: true,
  });
  const named = query.get('branch') ? pageQuery.branch : null;
  const chosen = pageQuery.problems.some(({ parameter }) => parameter === 'branch') ? null : (named?.number ?? null);
  const live = await pageServer().live(branches.map(({ number }) => number));
  return (
    <WithMessages messages={MESSAGES}>
      <Problems problems={pageQuery.problems.filter(({ parameter }) => parameter === 'branch')} />
      <LiveDashboard first={live} chosen={chosen} />
    </WithMessages>
  );
}
