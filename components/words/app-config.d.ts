import type { ControlWords } from './control-words';
import type { GapsWords } from './gaps-words';
import type { HistoryWords } from './history-words';
import type { JournalWords } from './journal-words';
import type { Language } from './language';
import type { LookWords } from './look-words';
import type { NavWords } from './nav-words';
import type { OfficeWords } from './office-words';
import type { PassWords } from './pass-words';
import type { PickupWords } from './pickup-words';
import type { PresumedWords } from './presumed-words';
import type { ReadyWords } from './ready-words';
import type { RecallWords } from './recall-words';
import type { ReportsWords } from './reports-words';
import type { RestWords } from './rest-words';
import type { ScreenWords } from './screen-words';
import type { SettingsWords } from './settings-words';
import type { StripWords } from './strip-words';
import type { TablesWords } from './tables-words';
import type { TapsWords } from './taps-words';
import type { VisitWords } from './visit-words';
import type { WallMenuWords } from './wall-menu-words';
import type { WallWords } from './wall-words';
import type { WaysOutWords } from './ways-out-words';
import type { WhenWords } from './when-words';

// Makes every key that a component asks for a checked one. A page has the words of every screen and its own.
declare module 'use-intl' {
  interface AppConfig {
    Locale: Language;
    Messages: JournalWords &
      ControlWords &
      GapsWords &
      ScreenWords &
      TapsWords &
      LookWords &
      NavWords &
      WallWords &
      WallMenuWords &
      WaysOutWords &
      RecallWords &
      RestWords &
      ReadyWords &
      PassWords &
      PresumedWords &
      TablesWords &
      PickupWords &
      OfficeWords &
      ReportsWords &
      SettingsWords &
      VisitWords &
      HistoryWords &
      StripWords &
      WhenWords;
  }
}
