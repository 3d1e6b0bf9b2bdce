import type { Catalogue } from '../../lib/language';
import gapsDe from '../de/gaps.json';
import screenDe from '../de/screen.json';
import ticketDe from '../de/ticket.json';
import gapsEn from '../en/gaps.json';
import screenEn from '../en/screen.json';
import ticketEn from '../en/ticket.json';
import gapsFr from '../fr/gaps.json';
import screenFr from '../fr/screen.json';
import ticketFr from '../fr/ticket.json';
import gapsNl from '../nl/gaps.json';
import screenNl from '../nl/screen.json';
import ticketNl from '../nl/ticket.json';

/** What every screen shows. */
export const commonMessages: Catalogue = {
  de: { ...gapsDe, ...screenDe, ...ticketDe },
  en: { ...gapsEn, ...screenEn, ...ticketEn },
  fr: { ...gapsFr, ...screenFr, ...ticketFr },
  nl: { ...gapsNl, ...screenNl, ...ticketNl },
};
