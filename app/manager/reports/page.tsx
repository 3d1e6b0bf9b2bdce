import { WithMessages } from '../../../components/messages/with-messages';
import { ReportPage } from '../../../components/reports/report-page';
import { messagesIn } from '../../../messages/messages-in';
import type { SearchParams } from '../../request';
import { managerContext } from '../manager-context';
import { loadReport } from './load-report';

const contextOf = (searchParams: SearchParams) =>
  managerContext('/manager/reports', searchParams, { period: 'past-7', mayAskAll: true, isSum: true });

/** Report on preparation times, of one branch or of all the manager's together. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { pageQuery, language, query } = await contextOf(searchParams);
  const report = await loadReport(pageQuery, query).catch((error) => {
    if (error.code !== 'too-many-courses') throw error;
    return loadDefaultPeriod(searchParams, query);
  });
  return (
    <WithMessages messages={await messagesIn(language, 'reports')}>
      <ReportPage report={report} />
    </WithMessages>
  );
}

/** Loads the default period instead, with a problem that names the requested one. */
async function loadDefaultPeriod(searchParams: SearchParams, requested: URLSearchParams) {
  const { period: _, first: __, last: ___, ...others } = await searchParams;
  const { pageQuery, query } = await contextOf(Promise.resolve(others));
  const days = [requested.get('first'), requested.get('last')].filter((day) => day !== null);
  const value = days.length > 0 ? days.join(' – ') : (requested.get('period') ?? '');
  const problem = { parameter: 'period', value, why: 'many' as const };
  return loadReport({ ...pageQuery, problems: [...pageQuery.problems, problem] }, query);
}
