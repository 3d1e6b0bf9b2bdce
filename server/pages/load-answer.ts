import type { Answer } from '../../contract/overview';
import type { KnownScreen } from '../reader/pages';
import { cookieToken, hashToken } from '../session/screen-token';
import { pageServer } from './page-server';

/** Identity of the device that requests a page. A revoked screen gets no other information. */
type PageDevice =
  | { is: 'not-paired' }
  | { is: 'unknown' }
  | { is: 'revoked' }
  | ({ is: 'paired' } & Omit<KnownScreen, 'isRevoked'>);

/** Any number of visitors cost one query in this time, in ms. */
const FRESH_MS = 500;

let asked: { at: number; overview: Promise<Answer['overview']> } | undefined;

function readOverview(): Promise<Answer['overview']> {
  if (!asked || performance.now() - asked.at >= FRESH_MS) {
    const server = pageServer();
    const overview = Promise.all([server.read('overview', null), server.devices()])
      .then(([facts, screens]) => ({ ...facts, screens }))
      .catch(() => null);
    asked = { at: performance.now(), overview };
  }
  return asked.overview;
}

/**
 * Returns the data of the home page for a device with these cookies. An unreadable database is part of the answer: a
 * page that says which part is broken helps more than an error. @throws Error if this thread has no server
 */
export async function loadAnswer(cookies: string | null): Promise<Answer> {
  const [overview, device, hasOwner, hasBackup] = await Promise.all([
    readOverview(),
    deviceFromCookies(cookies).catch(() => null),
    pageServer().hasOwner(),
    pageServer().hasBackup(),
  ]);
  return { serverTime: Date.now(), overview, device, hasOwner, hasBackup };
}

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
