import type { KnownScreen } from '../reader/pages';
import { cookieToken, hashToken } from '../session/screen-token';
import { pageServer } from './page-server';

/** Identity of the device that requests a page. A revoked screen gets no other information. */
type PageDevice =
  | { is: 'not-paired' }
  | { is: 'unknown' }
  | { is: 'revoked' }
  | ({ is: 'paired' } & Omit<KnownScreen, 'isRevoked'>);

/** The device that requests a page, by the `Cookie` header. @throws Error if the database cannot be read */
export async function deviceFromCookies(cookies: string | null): Promise<PageDevice> {
  const token = cookieToken(cookies);
  if (token === null || token === '') return { is: 'not-paired' };
  const hash = hashToken(token);
  const server = pageServer();
  // Asked first, because an invented token must not cost a query.
  const screen = (await server.isScreen(hash)) ? await server.read('screen', hash) : null;
  if (!screen) return { is: 'unknown' };
  if (screen.isRevoked) return { is: 'revoked' };
  return { is: 'paired', name: screen.name, view: screen.view, branches: screen.branches };
}
