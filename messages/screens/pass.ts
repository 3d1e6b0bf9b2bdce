import type { Catalogue } from '../../lib/language';
import passDe from '../de/pass.json';
import presumedDe from '../de/presumed.json';
import passEn from '../en/pass.json';
import presumedEn from '../en/presumed.json';
import passFr from '../fr/pass.json';
import presumedFr from '../fr/presumed.json';
import passNl from '../nl/pass.json';
import presumedNl from '../nl/presumed.json';

/** Of the pass. */
export const passMessages: Catalogue = {
  de: { ...passDe, ...presumedDe },
  en: { ...passEn, ...presumedEn },
  fr: { ...passFr, ...presumedFr },
  nl: { ...passNl, ...presumedNl },
};
