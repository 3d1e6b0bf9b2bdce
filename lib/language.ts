export const LANGUAGES = ['en', 'nl'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The messages of one or more areas in each language. */
export type Catalogue = Readonly<Record<Language, object>>;

/** The language that was chosen, else the first of the device's that we speak, else English. */
export function languageOf(chosen: Language | null, ofDevice: readonly string[]): Language {
  if (chosen) return chosen;
  const spoken = ofDevice.map((tag) => tag.slice(0, 2).toLowerCase());
  return spoken.includes('nl') && (!spoken.includes('en') || spoken.indexOf('nl') < spoken.indexOf('en')) ? 'nl' : 'en';
}

/** The language that an address chooses, `?lang=nl`; null where it chooses none that we speak. */
export function languageIn(query: URLSearchParams): Language | null {
  return LANGUAGES.find((language) => language === query.get('lang')) ?? null;
}

/** What names days and months in each language; clocks of 24 hours. */
export const LOCALES: Record<Language, string> = { en: 'en-GB', nl: 'nl-NL' };

/** Languages that the device prefers, most preferred first, by its `Accept-Language` header. */
export function deviceLanguages(acceptLanguage: string | null | undefined): string[] {
  return (acceptLanguage ?? '')
    .split(',')
    .map((part) => part.split(';'))
    .map(([tag = '', quality = 'q=1']) => ({ tag: tag.trim(), weight: Number(quality.trim().replace('q=', '')) || 0 }))
    .filter(({ tag }) => tag !== '')
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
