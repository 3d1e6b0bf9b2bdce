import { wallEn } from './wall.en';
import { wallNl } from './wall.nl';

type Words<Catalogue> = {
  readonly [Key in keyof Catalogue]: Catalogue[Key] extends string ? string : Words<Catalogue[Key]>;
};

/** Every catalogue has exactly the keys of the English one: a missing or extra one is a type error. */
export type WallWords = Words<typeof wallEn>;

export type Language = 'en' | 'nl';

export const WALL_WORDS: Record<Language, WallWords> = { en: wallEn, nl: wallNl };

/** The language that was chosen, else the first of the device's that we speak, else English. */
export function languageOf(chosen: Language | null, ofDevice: readonly string[]): Language {
  if (chosen) return chosen;
  const spoken = ofDevice.map((tag) => tag.slice(0, 2).toLowerCase());
  return spoken.includes('nl') && (!spoken.includes('en') || spoken.indexOf('nl') < spoken.indexOf('en')) ? 'nl' : 'en';
}
