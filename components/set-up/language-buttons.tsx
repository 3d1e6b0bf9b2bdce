'use client';

import { useLocale, useTranslations } from 'use-intl';
import { LANGUAGE_NAMES, LANGUAGES } from '../../lib/language';
import { chooseLanguage } from '../account/choose-language';

/** Buttons for the language of this device, each under its own name. */
export function LanguageButtons() {
  const t = useTranslations('setUp.language');
  const language = useLocale();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be part of a form
    <div role="group" aria-label={t('title')} className="flex flex-wrap gap-2">
      {LANGUAGES.map((each) => (
        <button
          key={each}
          type="button"
          lang={each}
          aria-pressed={each === language}
          onClick={() => chooseLanguage(each)}
          className="inline-flex min-h-11 items-center rounded-lg border border-line px-4 font-semibold hover:border-text-quiet aria-pressed:border-text aria-pressed:bg-shade"
        >
          {LANGUAGE_NAMES[each]}
        </button>
      ))}
    </div>
  );
}
