import type { PageQuery } from '../../../components/manager/page-query';
import { Problems } from '../../../components/manager/problems';
import { joinMessagesIn } from '../../../components/messages/join-messages';
import { WithMessages } from '../../../components/messages/with-messages';
import { SettingsScreen } from '../../../components/settings/settings-screen';
import type { SettingAt } from '../../../contract/settings';
import { settingsMessages } from '../../../messages/areas/settings';
import { whenMessages } from '../../../messages/areas/when';
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
  const at = placeQuery(pageQuery, query, isOwner);
  const server = pageServer();
  const first = await server.read('settings', { at, branches: numbers });
  return (
    <WithMessages messages={joinMessagesIn(language, settingsMessages, whenMessages)}>
      <Problems problems={pageQuery.problems.filter(({ parameter }) => parameter === 'branch')} />
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

/**
 * Without an address: the only branch, the first one for a manager who is not an owner, else the settings for all
 * branches. With an unknown branch an owner gets those too, and never changes or removes a branch that was not named.
 */
function placeQuery(
  { branch, branches, choices, problems }: PageQuery,
  query: URLSearchParams,
  isOwner: boolean,
): SettingAt {
  const number = branch?.number ?? null;
  if (isOwner && problems.some(({ parameter }) => parameter === 'branch')) return { branch: null, course: null };
  if (!query.get('branch')) return { branch: isOwner && branches.length > 1 ? null : number, course: null };
  const course = /^-?\d{1,9}$/.test(choices.course ?? '') ? Number(choices.course) : null;
  return { branch: number, course: number === null ? null : course };
}
