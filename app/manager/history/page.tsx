import { HistoryPage } from '../../../components/history/history-page';
import { WithMessages } from '../../../components/messages/with-messages';
import { messagesIn } from '../../../messages/messages-in';
import type { SearchParams } from '../../request';
import { managerContext } from '../manager-context';
import { loadListing } from './load-listing';

/** Past courses, or the tables with the longest waits. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { pageQuery, query, language } = await managerContext('/manager/history', searchParams, {
    period: 'last-7',
    mayAskAll: false,
  });
  const loaded = pageQuery.branch && (await loadListing(pageQuery, pageQuery.branch, query));
  const problems = [...pageQuery.problems, ...(loaded?.problems ?? [])];
  return (
    <WithMessages messages={await messagesIn(language, 'clipboard', 'history', 'ticket', 'visit-timeline')}>
      <HistoryPage pageQuery={{ ...pageQuery, problems }} listing={loaded?.listing ?? null} language={language} />
    </WithMessages>
  );
}
