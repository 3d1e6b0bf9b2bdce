import type { Catalogue } from '../../lib/language';
import copyEn from '../../messages/en/copy.json';
import homeEn from '../../messages/en/home.json';
import whenEn from '../../messages/en/when.json';
import copyNl from '../../messages/nl/copy.json';
import homeNl from '../../messages/nl/home.json';
import whenNl from '../../messages/nl/when.json';

/** Messages of the home page. */
export const MESSAGES: Catalogue = {
  en: { ...copyEn, ...homeEn, ...whenEn },
  nl: { ...copyNl, ...homeNl, ...whenNl },
};
