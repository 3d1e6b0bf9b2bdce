import { InLanguage } from '../../components/messages/with-messages';
import { OwnerPage } from '../../components/set-up/owner-page';
import { messagesIn } from '../../messages/messages-in';
import { requestLanguage } from '../request';

/** Where the link leads that Heatlamp prints while it has no owner. */
export default async function Page() {
  const { language, chosen } = await requestLanguage();
  return (
    <InLanguage language={language} messages={await messagesIn(language, 'clipboard', 'login', 'recovery', 'set-up')}>
      <OwnerPage chosen={chosen} />
    </InLanguage>
  );
}
