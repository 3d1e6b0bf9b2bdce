import { headers } from 'next/headers';
import { LoginPage } from '../../components/login/login-page';
import { InLanguage } from '../../components/messages/with-messages';
import { messagesIn } from '../../messages/messages-in';
import { managerFromCookies } from '../../server/pages/page-server';
import { requestLanguage } from '../request';

export default async function Page() {
  const [sent, { language, chosen }] = await Promise.all([headers(), requestLanguage()]);
  const manager = await managerFromCookies(sent.get('cookie'));
  return (
    <InLanguage language={language} messages={await messagesIn(language, 'login')}>
      <LoginPage chosen={chosen} name={manager?.name ?? null} />
    </InLanguage>
  );
}
