'use client';

import { useLocale, useTranslations } from 'use-intl';
import { LANGUAGE_NAMES, LANGUAGES } from '../../lib/language';
import { SelectField } from '../manager/fields';
import { Sheet } from '../manager/page-head';
import { chooseLanguage } from './choose-language';

/** Chooses the language of this device, for pages whose address names none. */
export function LanguageChoice() {
  const t = useTranslations('account.language');
  return (
    <Sheet title={t('title')} lead={t('about')}>
      <SelectField
        label={t('title')}
        value={useLocale()}
        choose={chooseLanguage}
        options={LANGUAGES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] }))}
      />
    </Sheet>
  );
}
