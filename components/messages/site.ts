import type { Language } from '../../lib/language';
import { siteMessages } from '../../messages/areas/site';
import type { Areas } from '../../messages/types';
import { translatorOf } from './translator';

/** `t` outside of screens and managers' pages: for the description of the site, the not-found page, and pairing. */
export const siteTranslator = (language: Language) => translatorOf<Areas['site']>(siteMessages, language);
