import homeEn from '../../messages/en/home.json';
import whenEn from '../../messages/en/when.json';
import homeNl from '../../messages/nl/home.json';
import whenNl from '../../messages/nl/when.json';
import type { Catalogue } from '../messages/language';

/** Messages of the home page. */
export const MESSAGES: Catalogue = {
  en: { ...homeEn, ...whenEn },
  nl: { ...homeNl, ...whenNl },
};
