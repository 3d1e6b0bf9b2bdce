import { SCREEN_VIEWS } from '../contract/constants';
import type { Language } from '../lib/language';
import { textsIn } from './request';

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
  '/manager/system': 'system',
} as const;

/**
 * The name of the page at a path, for its title: in the tabs and the history of a browser, and what a screen reader says
 * after a link. Null for the home page, and where there is no page.
 */
export async function pageName(path: string, language: Language): Promise<string | null> {
  const view = SCREEN_VIEWS.find((each) => path === `/${each}`);
  if (view) return (await textsIn(language, 'views'))(`views.${view}`);
  if (isOfManagers(path)) return (await textsIn(language, 'manager'))(`manager.pages.${OF_MANAGERS[path]}`);
  switch (path) {
    case '/manager/account':
      return (await textsIn(language, 'account'))('account.title');
    case '/manager/setup':
    case '/setup':
      return (await textsIn(language, 'set-up'))('setUp.title');
    case '/login':
      return (await textsIn(language, 'login'))('login.title');
    case '/pair':
      return (await textsIn(language, 'site'))('pair.codeTitle');
    default:
      return null;
  }
}

function isOfManagers(path: string): path is keyof typeof OF_MANAGERS {
  return Object.hasOwn(OF_MANAGERS, path);
}
