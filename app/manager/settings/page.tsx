import { type PageQuery, queryReader } from '../../../components/manager/page-query';
import { Problems } from '../../../components/manager/problems';
import { WithMessages } from '../../../components/messages/with-messages';
import { SettingsScreen } from '../../../components/settings/settings-screen';
import type { SettingAt } from '../../../contract/settings';
import { messagesIn } from '../../../messages/messages-in';
import { pageServer } from '../../../server/pages/page-server';
import type { SearchParams } from '../../request';
import { managerContext } from '../manager-context';

/** All settings, for all branches, a branch, or one of its courses. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { manager, branches, numbers, language, query, pageQuery } = await managerContext(
    '/manager/settings',
    searchParams,
  );
  const isOwner = manager.role === 'owner';
  const problems = pageQuery.problems.filter(({ parameter }) => parameter === 'branch');
  const course = queryReader(query, problems).read('course', 'number', courseFrom);
  const at = placeOf(pageQuery, query, course, isOwner);
  const server = pageServer();
  const first = await server.read('settings', { at, branches: numbers });
  return (
    <WithMessages messages={await messagesIn(language, 'settings', 'when')}>
      <Problems problems={problems} />
      <SettingsScreen
        key={`${at.branch}/${at.course}`}
        first={first}
        branches={branches}
        unlisted={pageQuery.unlisted}
        provisional={isOwner ? await server.provisional(manager.branches) : null}
        isOwner={isOwner}
        now={await server.now()}
      />
    </WithMessages>
  );
}

/** The number of a course, which has 32 bits. */
function courseFrom(text: string): number | null {
  return /^-?\d{1,10}$/.test(text) && Math.abs(Number(text)) < 2 ** 31 ? Number(text) : null;
}

/**
 * Without a branch in the address: all branches for an owner of several, the first one for others. With an unknown one an
 * owner always gets all of them, and never changes or removes a branch that was not named.
 */
function placeOf(
  { branch, branches, problems }: PageQuery,
  query: URLSearchParams,
  course: number | null,
  isOwner: boolean,
): SettingAt {
  const number = branch?.number ?? null;
  const isUnknown = problems.some(({ parameter }) => parameter === 'branch');
  if (isUnknown) return { branch: isOwner ? null : number, course: null };
  if (!query.get('branch')) return { branch: isOwner && branches.length > 1 ? null : number, course: null };
  return { branch: number, course: number === null ? null : course };
}
