import { siteTranslator } from '../components/messages/site';
import { addressOf } from '../components/pairing/screen-pages';
import { HomeLink, PlainPage } from '../components/plain-page';
import { requestLanguage } from './language';

export default async function NotFound() {
  const { language, chosen } = await requestLanguage();
  const say = siteTranslator(language);
  return (
    <PlainPage title={say('notFound.title')} light="off">
      <p className="mt-4 max-w-[36ch] text-xl">{say('notFound.lead')}</p>
      <HomeLink href={addressOf('/', new URLSearchParams(), chosen)}>{say('site.home')}</HomeLink>
    </PlainPage>
  );
}
