import { addressOf } from '../components/pairing/screen-pages';
import { HomeLink, PlainPage } from '../components/plain-page';
import { requestLanguage, textsIn } from './request';

export default async function NotFound() {
  const { language, chosen } = await requestLanguage();
  const t = await textsIn(language, 'site');
  return (
    <PlainPage title={t('notFound.title')} light="off">
      <p className="mt-4 max-w-[36ch] text-xl">{t('notFound.lead')}</p>
      <HomeLink href={addressOf('/', new URLSearchParams(), chosen)}>{t('site.home')}</HomeLink>
    </PlainPage>
  );
}
