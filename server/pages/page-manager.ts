import type { Manager } from '../session/manager';
import { pageServer } from './page-server';

/**
 * The manager who requests a page, by the `Cookie` header; null without a valid session. A session that has ended is
 * invalid at the next page.
 */
export async function managerFromCookies(cookies: string | null): Promise<Manager | null> {
  return pageServer().signedIn(cookies);
}
