import type { Answer } from '../components/home/answer';
import { deviceFromCookies } from '../server/pages/page-device';
import { pageReader } from '../server/pages/page-server';

/**
 * Returns the data of the home page for a device with these cookies. An unreadable database is part of the answer: a
 * page that says which part is broken helps more than an error. @throws Error if no server runs in this process
 */
export async function loadAnswer(cookies: string | null): Promise<Answer> {
  const reader = pageReader();
  const [overview, device] = await Promise.all([
    reader.read('overview', null).catch(() => null),
    deviceFromCookies(cookies).catch(() => null),
  ]);
  return {
    serverTime: Date.now(),
    overview: overview && {
      subscriptions: overview.subscriptions,
      screens: overview.screens,
      lastDeliveryAt: overview.lastDeliveryAt,
    },
    device,
  };
}
