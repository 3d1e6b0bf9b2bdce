import type { Language } from './language';
import type { WallWords } from './wall-words';

// Makes every key that a component asks for a checked one.
declare module 'use-intl' {
  interface AppConfig {
    Locale: Language;
    Messages: WallWords;
  }
}
