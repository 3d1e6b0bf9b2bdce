import type { Language } from '../../lib/language';
import type { Messages } from '../../messages/types';

// Types the keys and arguments of `t('…')`. Every component can use every key; its page has to load the area.
declare module 'use-intl' {
  interface AppConfig {
    Locale: Language;
    Messages: Messages;
  }
}
