import type { Answer } from '../components/front/answer';
import { pageReader } from '../server/read/page-reader';

/**
 * What the front page shows, as of now. A database that cannot be read is an answer too: the server itself runs, and
 * a page that says which of the two is broken helps more than an error. @throws Error where no server runs here
 */
export async function loadAnswer(): Promise<Answer> {
  const reader = pageReader();
  const overview = await reader.read('overview', null).catch(() => null);
  return {
    serverTime: Date.now(),
    overview: overview && {
      subscriptions: overview.subscriptions,
      screens: overview.screens,
      lastDeliveryAt: overview.lastDeliveryAt,
    },
  };
}
