import { headers } from 'next/headers';
import { HomePage } from '../components/home/home-page';
import { InLanguage } from '../components/messages/with-messages';
import { messagesIn } from '../messages/messages-in';
import { loadAnswer } from '../server/pages/load-answer';
import { requestLanguage } from './request';

export default async function Page() {
  const [sent, { language, chosen }] = await Promise.all([headers(), requestLanguage()]);
  const answer = await loadAnswer(sent.get('cookie'));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <InLanguage language={language} messages={await messagesIn(language, 'home', 'when')}>
      <HomePage first={answer} timeZone={timeZone} language={language} chosen={chosen} />
    </InLanguage>
  );
}
