import type { Manager } from '../session/manager';
import { pageServer } from './page-reader';

/**
 * The manager who asks for a page, by the `Cookie` header that came with it; null when nobody is signed in. A session
 * that was ended anywhere is none at the next page.
 */
export async function managerBehind(cookies: string | null): Promise<Manager | null> {
  return pageServer().signedIn(cookies);
}
