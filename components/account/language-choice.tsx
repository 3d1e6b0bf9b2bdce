'use client';

import { useLocale, useTranslations } from 'use-intl';
import { LANGUAGE_COOKIE, LANGUAGE_NAMES, LANGUAGES } from '../../lib/language';
import { SelectField } from '../manager/fields';
import { Sheet } from '../manager/page-head';

const YEAR_SECONDS = 365 * 86_400;

/** Chooses the language of this device, for pages whose address names none. */
export function LanguageChoice() {
  const t = useTranslations('account.language');
  return (
    <Sheet title={t('title')} lead={t('about')}>
      <SelectField
        label={t('title')}
        value={useLocale()}
        choose={choose}
        options={LANGUAGES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] }))}
      />
    </Sheet>
  );
}

function choose(language: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari have no Cookie Store in all supported versions
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  const address = new URL(window.location.href);
  address.searchParams.delete('lang');
  address.hash = '';
  window.location.assign(address);
}
