import { WithMessages } from '../../../components/messages/with-messages';
import { ReportPage } from '../../../components/reports/report-page';
import en from '../../../messages/en/reports.json';
import nl from '../../../messages/nl/reports.json';
import type { SearchParams } from '../../request';
import { managerContext } from '../manager-context';
import { loadReport } from './load-report';

const MESSAGES = { en, nl };

/** Report on preparation times, of one branch or of all the manager's together. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { pageQuery, query } = await managerContext('/manager/reports', searchParams, {
    period: 'last-7',
    mayAskAll: true,
  });
  return (
    <WithMessages messages={MESSAGES}>
      <ReportPage report={await loadReport(pageQuery, query)} />
    </WithMessages>
  );
}
