'use client';

import { useLocale, useTranslations } from 'use-intl';
import { LANGUAGE_COOKIE, LANGUAGE_NAMES, LANGUAGES } from '../../lib/language';

const YEAR_SECONDS = 365 * 86_400;

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

/** Chooses the language of this device, and shows the page in it. The fragment of the address stays. */
export function chooseLanguage(language: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari have no Cookie Store in all supported versions
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  const address = new URL(window.location.href);
  const isInAddress = address.searchParams.has('lang');
  address.searchParams.delete('lang');
  // An address that differs in nothing but its fragment would not load the page again.
  if (isInAddress) window.location.assign(address);
  else window.location.reload();
}
