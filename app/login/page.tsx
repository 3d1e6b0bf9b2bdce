import { headers } from 'next/headers';
import { LoginPage } from '../../components/login/login-page';
import { managerFromCookies } from '../../server/pages/page-manager';
import { requestLanguage } from '../language';
import type { SearchParams } from '../request';

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const [sent, query, language] = await Promise.all([headers(), searchParams, requestLanguage()]);
  const manager = await managerFromCookies(sent.get('cookie'));
  const next = typeof query['next'] === 'string' ? query['next'] : null;
  return <LoginPage {...language} name={manager?.name ?? null} next={next} />;
}
