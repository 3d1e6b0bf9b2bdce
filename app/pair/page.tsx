import { InLanguage } from '../../components/messages/with-messages';
import { PairScreen } from '../../components/pairing/pair-screen';
import { messagesIn } from '../../messages/messages-in';
import { requestLanguage } from '../request';

export default async function Page() {
  const { language, chosen } = await requestLanguage();
  return (
    <InLanguage language={language} messages={await messagesIn(language, 'site')}>
      <PairScreen chosen={chosen} />
    </InLanguage>
  );
}
