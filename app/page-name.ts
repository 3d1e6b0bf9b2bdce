import { siteTranslator, translatorOf } from '../components/messages/translator';
import { SCREEN_VIEWS } from '../contract/constants';
import type { Language } from '../lib/language';
import { accountMessages } from '../messages/areas/account';
import { loginMessages } from '../messages/areas/login';
import { managerMessages } from '../messages/areas/manager';
import { setUpMessages } from '../messages/areas/set-up';
import { viewsMessages } from '../messages/areas/views';
import type { Areas } from '../messages/types';

/** Keys of the menu of managers. */
const OF_MANAGERS = {
  '/manager': 'live',
  '/manager/history': 'history',
  '/manager/history/course': 'history',
  '/manager/reports': 'reports',
  '/manager/deliveries': 'deliveries',
  '/manager/screens': 'screens',
  '/manager/subscriptions': 'subscriptions',
  '/manager/settings': 'settings',
  '/manager/people': 'people',
  '/manager/guests': 'guests',
  '/manager/audit': 'audit',
} as const;

/**
 * The name of the page at a path, for its title: in the tabs and the history of a browser, and what a screen reader says
 * after a link. Null for the home page, and where there is no page.
 */
export function pageName(path: string, language: Language): string | null {
  const view = SCREEN_VIEWS.find((each) => path === `/${each}`);
  if (view) return translatorOf<Areas['views']>(viewsMessages, language)(`views.${view}`);
  if (isOfManagers(path))
    return translatorOf<Areas['manager']>(managerMessages, language)(`manager.pages.${OF_MANAGERS[path]}`);
  switch (path) {
    case '/manager/account':
      return translatorOf<Areas['account']>(accountMessages, language)('account.title');
    case '/manager/setup':
    case '/setup':
      return translatorOf<Areas['set-up']>(setUpMessages, language)('setUp.title');
    case '/login':
      return translatorOf<Areas['login']>(loginMessages, language)('login.title');
    case '/pair':
      return siteTranslator(language)('pair.codeTitle');
    default:
      return null;
  }
}

function isOfManagers(path: string): path is keyof typeof OF_MANAGERS {
  return Object.hasOwn(OF_MANAGERS, path);
}
