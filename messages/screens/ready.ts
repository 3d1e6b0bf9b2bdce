import type { Catalogue } from '../../lib/language';
import presumedDe from '../de/presumed.json';
import readyDe from '../de/ready.json';
import presumedEn from '../en/presumed.json';
import readyEn from '../en/ready.json';
import presumedFr from '../fr/presumed.json';
import readyFr from '../fr/ready.json';
import presumedNl from '../nl/presumed.json';
import readyNl from '../nl/ready.json';

/** Of the waiters’ page. */
export const readyMessages: Catalogue = {
  de: { ...presumedDe, ...readyDe },
  en: { ...presumedEn, ...readyEn },
  fr: { ...presumedFr, ...readyFr },
  nl: { ...presumedNl, ...readyNl },
};
