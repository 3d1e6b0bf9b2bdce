import type { Language } from '../../lib/language';
import { siteMessages } from '../../messages/areas/site';
import type { Areas } from '../../messages/types';
import { translatorOf } from './translator';

/** `t` for what is shown outside of a screen and of a manager page: the page's description, no such page, and pairing. */
export const siteTranslator = (language: Language) => translatorOf<Areas['site']>(siteMessages, language);
