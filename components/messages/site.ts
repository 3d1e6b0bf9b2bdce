import type { Language } from '../../lib/language';
import { siteMessages } from '../../messages/areas/site';
import type { Areas } from '../../messages/types';
import { translatorOf } from './translator';

/** `t` for pages that have no provider. */
export const siteTranslator = (language: Language) => translatorOf<Areas['site']>(siteMessages, language);
