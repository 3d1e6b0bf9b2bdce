import { LiveDashboard } from '../../components/live-dashboard/live-dashboard';
import { Problems } from '../../components/manager/problems';
import { STRIP_PAGE_WORDS } from '../../components/words/strip-words';
import { WithWords } from '../../components/words/with-words';
import { pageServer } from '../../server/read/page-reader';
import type { SearchParams } from '../request';
import { managerContext } from './manager-context';

/** Live dashboard, of all the manager's branches if the address names none. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { branches, query, pageQuery } = await managerContext('/manager', searchParams, {
    period: 'today',
    mayAskAll: true,
  });
  const named = query.get('branch') ? pageQuery.branch : null;
  const chosen = pageQuery.problems.some(({ parameter }) => parameter === 'branch') ? null : (named?.number ?? null);
  return (
    <WithWords words={STRIP_PAGE_WORDS}>
      <Problems problems={pageQuery.problems.filter(({ parameter }) => parameter === 'branch')} />
      <LiveDashboard first={pageServer().live(branches.map(({ number }) => number))} chosen={chosen} />
    </WithWords>
  );
}
