import { joinMessagesIn } from '../../../components/messages/join-messages';
import { WithMessages } from '../../../components/messages/with-messages';
import { ReportPage } from '../../../components/reports/report-page';
import { reportsMessages } from '../../../messages/areas/reports';
import type { SearchParams } from '../../request';
import { managerContext } from '../manager-context';
import { loadReport } from './load-report';

/** Report on preparation times, of one branch or of all the manager's together. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { pageQuery, language, query } = await managerContext('/manager/reports', searchParams, {
    period: 'last-7',
    mayAskAll: true,
    isSum: true,
  });
  return (
    <WithMessages messages={joinMessagesIn(language, reportsMessages)}>
      <ReportPage report={await loadReport(pageQuery, query)} />
    </WithMessages>
  );
}
