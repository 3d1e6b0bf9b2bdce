import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ManagerBranch } from '../../components/manager/manager-branch';
import { type PageQuery, parsePageQuery } from '../../components/manager/page-query';
import type { Period } from '../../domain/period';
import type { Language } from '../../lib/language';
import { loginAddress } from '../../lib/login-address';
import { managerFromCookies, pageServer } from '../../server/pages/page-server';
import { queryText, requestLanguage, type SearchParams } from '../request';

/** Input of a manager page: the signed-in manager and the address. */
export type ManagerContext = {
  manager: NonNullable<Awaited<ReturnType<typeof managerFromCookies>>>;
  /** The manager's known branches by number, of very many the first ones; empty before the first delivery. */
  branches: readonly ManagerBranch[];
  /** All of them. */
  numbers: readonly number[];
  language: Language;
  query: URLSearchParams;
  pageQuery: PageQuery;
};

/**
 * Checks that a manager is signed in, and redirects to the sign-in page and back otherwise. Every page calls it.
 * `defaults`: the period of a page whose address names none, whether it may show all branches together, and whether it
 * shows sums.
 */
export async function managerContext(
  path: string,
  searchParams: SearchParams,
  defaults: { period: Period; mayAskAll: boolean; isSum?: boolean } = { period: 'today', mayAskAll: true },
): Promise<ManagerContext> {
  const [sent, { language }, given] = await Promise.all([headers(), requestLanguage(), searchParams]);
  const query = new URLSearchParams(queryText(given));
  const manager = await managerFromCookies(sent.get('cookie'));
  if (!manager) redirect(loginAddress(path, query));
  const server = pageServer();
  const asked = /^-?\d{1,10}$/.test(query.get('branch') ?? '') ? Number(query.get('branch')) : null;
  const { listed, numbers } = await server.read('managerBranches', { own: manager.branches, asked });
  const nows = await server.branchNows(listed.map(({ number }) => number));
  const branches = listed.map((branch, index) => ({ ...branch, now: nows[index] ?? 0 }));
  const unlisted = numbers.length - listed.length;
  const pageQuery = parsePageQuery(query, branches, { ...defaults, unlisted });
  return { manager, branches, numbers, language, query, pageQuery };
}
