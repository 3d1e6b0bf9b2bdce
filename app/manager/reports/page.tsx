import { ReportPage } from '../../../components/reports/report-page';
import { REPORTS_WORDS } from '../../../components/words/reports-words';
import { WithWords } from '../../../components/words/with-words';
import type { SearchParams } from '../../request';
import { managerContext } from '../manager-context';
import { loadReport } from './load-report';

/** Report on preparation times, of one branch or of all the manager's together. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { pageQuery, query } = await managerContext('/manager/reports', searchParams, {
    period: 'last-7',
    mayAskAll: true,
  });
  return (
    <WithWords words={REPORTS_WORDS}>
      <ReportPage report={await loadReport(pageQuery, query)} />
    </WithWords>
  );
}
