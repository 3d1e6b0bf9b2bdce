import type { Answer } from '../components/front/answer';
import { deviceBehind } from '../server/read/page-device';
import { pageReader } from '../server/read/page-reader';

/**
 * What the front page shows to a device with these cookies, as of now. A database that cannot be read is an answer
 * too: the server itself runs, and a page that says which of the two is broken helps more than an error.
 * @throws Error where no server runs here
 */
export async function loadAnswer(cookies: string | null): Promise<Answer> {
  const reader = pageReader();
  const [overview, device] = await Promise.all([
    reader.read('overview', null).catch(() => null),
    deviceBehind(cookies).catch(() => null),
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
