import { headers } from 'next/headers';
import { LoginPage } from '../../components/login/login-page';
import { managerFromCookies } from '../../server/pages/page-server';
import { requestLanguage } from '../language';

export default async function Page() {
  const [sent, language] = await Promise.all([headers(), requestLanguage()]);
  const manager = await managerFromCookies(sent.get('cookie'));
  return <LoginPage {...language} name={manager?.name ?? null} />;
}
