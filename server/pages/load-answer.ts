import type { Answer } from '../../contract/overview';
import { deviceFromCookies } from './page-device';
import { pageServer } from './page-server';

/** Any number of visitors cost one query in this time, in ms. */
const FRESH_MS = 500;

let asked: { at: number; overview: Promise<Answer['overview']> } | undefined;

function readOverview(): Promise<Answer['overview']> {
  if (!asked || performance.now() - asked.at >= FRESH_MS) {
    const overview = pageServer()
      .read('overview', null)
      .then(({ subscriptions, screens, lastDeliveryAt }) => ({ subscriptions, screens, lastDeliveryAt }))
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
  const [overview, device] = await Promise.all([readOverview(), deviceFromCookies(cookies).catch(() => null)]);
  return { serverTime: Date.now(), overview, device };
}
