import { CoursePage } from '../../../../components/history/course-page';
import { WithMessages } from '../../../../components/messages/with-messages';
import { messagesIn } from '../../../../messages/messages-in';
import { ticketKey } from '../../../../server/history/course-filter';
import { pageServer } from '../../../../server/pages/page-server';
import type { SearchParams } from '../../../request';
import { managerContext } from '../../manager-context';

/** All details of a course, and the visit of its table. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { pageQuery, query, language } = await managerContext('/manager/history/course', searchParams, {
    period: 'last-7',
    mayAskAll: false,
  });
  const { branch } = pageQuery;
  const key = ticketKey(query.get('id') ?? '');
  const details =
    branch && key ? await pageServer().read('course', { branch: branch.number, key, now: branch.now }) : null;
  return (
    <WithMessages
      messages={await messagesIn(language, 'clipboard', 'deliveries', 'history', 'ticket', 'visit-timeline')}
    >
      <CoursePage pageQuery={pageQuery} details={details} />
    </WithMessages>
  );
}
