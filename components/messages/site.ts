import type { Language } from '../../lib/language';
import en from '../../messages/en/site.json';
import nl from '../../messages/nl/site.json';
import type { Areas } from '../../messages/types';
import { translatorOf } from './translator';

/** `t` for pages that have no provider. */
export const siteTranslator = (language: Language) => translatorOf<Areas['site']>({ en, nl }, language);
