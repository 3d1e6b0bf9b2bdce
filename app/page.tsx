import { headers } from 'next/headers';
import { HomePage } from '../components/home/home-page';
import { loadAnswer } from '../server/pages/load-answer';
import { requestLanguage } from './language';

export default async function Page() {
  const [sent, language] = await Promise.all([headers(), requestLanguage()]);
  const answer = await loadAnswer(sent.get('cookie'));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return <HomePage first={answer} timeZone={timeZone} {...language} />;
}
