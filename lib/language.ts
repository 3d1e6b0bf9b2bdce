export const LANGUAGES = ['en', 'nl', 'de', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The messages of one or more areas in each language. */
export type Catalogue = Readonly<Record<Language, object>>;

/** Names of the languages in themselves. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  nl: 'Nederlands',
  de: 'Deutsch',
  fr: 'Français',
};

/** Locales that format dates, numbers and lists. Their clocks have 24 hours. */
export const LOCALES: Record<Language, string> = { en: 'en-GB', nl: 'nl-NL', de: 'de-DE', fr: 'fr-FR' };

/** Cookie with the language that was chosen on a device. */
export const LANGUAGE_COOKIE = 'heatlamp_language';

/** The chosen language, else the first supported one of the device, else English. */
export function languageOf(chosen: Language | null, ofDevice: readonly string[]): Language {
  if (chosen) return chosen;
  const supported = ofDevice.map((tag) => asLanguage(tag.split('-')[0]?.toLowerCase()));
  return supported.find((language) => language !== null) ?? 'en';
}

/** The language that an address chooses, `?lang=nl`; null if it names no supported language. */
export function languageIn(query: URLSearchParams): Language | null {
  return asLanguage(query.get('lang'));
}

/**
 * Languages that a device prefers, most preferred first: the one chosen on it, then those of its browser.
 * @param acceptLanguage the header `Accept-Language`
 * @param cookie the header `Cookie`
 */
export function deviceLanguages(
  acceptLanguage: string | null | undefined,
  cookie: string | null | undefined,
): string[] {
  const chosen = new RegExp(`(?:^|;)\\s*${LANGUAGE_COOKIE}=(\\w+)`).exec(cookie ?? '')?.[1];
  const preferred = (acceptLanguage ?? '')
    .split(',')
    .map((part) => part.split(';'))
    .map(([tag = '', quality = 'q=1']) => ({ tag: tag.trim(), weight: Number(quality.trim().replace('q=', '')) || 0 }))
    .filter(({ tag }) => tag !== '')
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
  return chosen ? [chosen, ...preferred] : preferred;
}

function asLanguage(tag: string | null | undefined): Language | null {
  return LANGUAGES.find((language) => language === tag) ?? null;
}
