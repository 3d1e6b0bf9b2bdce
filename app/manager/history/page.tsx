import { HistoryPage } from '../../../components/history/history-page';
import type { SearchParams } from '../../request';
import { managerContext } from '../manager-context';
import { loadListing } from './load-listing';

/** Past courses, or the tables with the longest waits. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { asked, query, language } = await managerContext('/manager/history', searchParams, {
    period: 'last-7',
    mayAskAll: false,
  });
  const loaded = asked.branch && (await loadListing(asked, asked.branch, query));
  const problems = [...asked.problems, ...(loaded?.problems ?? [])];
  return <HistoryPage asked={{ ...asked, problems }} listing={loaded?.listing ?? null} language={language} />;
}
