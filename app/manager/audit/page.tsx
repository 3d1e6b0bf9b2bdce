import { notFound } from 'next/navigation';
import { AUDIT, parseAuditQuery } from '../../../components/audit/audit-choices';
import { AuditPage } from '../../../components/audit/audit-page';
import { branchSpan } from '../../../components/manager/page-query';
import { Problems } from '../../../components/manager/problems';
import { WithMessages } from '../../../components/messages/with-messages';
import { messagesIn } from '../../../messages/messages-in';
import { pageServer } from '../../../server/pages/page-server';
import type { SearchParams } from '../../request';
import { managerContext } from '../manager-context';

const PAGE = 100;

/** Who signed in, who saw names of guests, and who changed what. For owners only. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { manager, language, query, pageQuery } = await managerContext(AUDIT, searchParams, {
    period: 'all',
    mayAskAll: false,
  });
  if (manager.role !== 'owner') notFound();
  const { kind, by, cursor, problems } = parseAuditQuery(query, pageQuery);
  const { branch, isAlways } = pageQuery;
  const { from, to } = branch && !isAlways ? branchSpan(pageQuery, branch) : { from: null, to: null };
  const server = pageServer();
  const [{ entries, next }, names] = await Promise.all([
    server.read('audit', { kind, by, from, to, limit: PAGE, cursor }),
    server.read('auditNames', null),
  ]);
  return (
    <WithMessages messages={await messagesIn(language, 'audit', 'when')}>
      <Problems problems={problems} />
      <AuditPage
        pageQuery={pageQuery}
        choices={{ kind, by }}
        names={names}
        entries={entries}
        next={next}
        isFurther={cursor !== null}
        now={await server.now()}
        timeZone={branch?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}
      />
    </WithMessages>
  );
}
