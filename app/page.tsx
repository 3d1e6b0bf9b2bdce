import { headers } from 'next/headers';
import { HomePage } from '../components/home/home-page';
import { loadAnswer } from '../server/pages/load-answer';
import { requestLanguage } from './language';
import { requestOrigin } from './request';

export default async function Page() {
  const [sent, language] = await Promise.all([headers(), requestLanguage()]);
  const answer = await loadAnswer(sent.get('cookie'));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const origin = await requestOrigin();
  return <HomePage first={answer} guess={{ timeZone, origin }} {...language} />;
}
